export const en = {
  'commands.check': 'check the visibility of the reviews in a list of links; - is standard input',
  'commands.places':
    'show the details of many places, from a list of names, links, CIDs and Place IDs; - is standard input',
  'options.column':
    'column with the links: its heading, its number from 1, or * for all; found by its content by default',
  'options.headings': 'row with the headings, from 1; 0: the list has no headings; by default it is found',
  'options.job':
    'in place of a new list: follow the list with this id; its results are shown from the first one',
  help: '\nThe list is an XLSX workbook, a CSV or a text. The command finds the column with the links, or in a text the links of\nevery line. The own columns of the list stay in CSV and XLSX to the left of the results, in the order of the list.\nLines that begin with # are ignored. Lines without a link are skipped, and their numbers are reported.\nThe service checks the list: Ctrl-C or a lost connection does not end this. The command then prints how to go on.',
  'examples.places': 'places',
  left: '{{entries}} remain, about {{time}}',
  isTheList: '{{file}} is the list itself. Choose another file for the results.',
  jobOrList:
    '--job follows a list that the service already has. Do not give a list, --column or --headings with it.',
  sent: 'List {{id}} (entries: {{count}}). Ctrl-C leaves it running.',
  goOn: 'The list stays in the service. Give the API key again, if you use one (PLACE_LOOKUP_API_KEY or --key). Its results: {{command}}',
  waits:
    'No result yet, for a temporary reason: {{count}}. The service tries again for up to 24 hours. To stop trying: {{command}}',
  cancelled: 'The list was cancelled. Entries without a result: {{missing}}.',
} as const;
