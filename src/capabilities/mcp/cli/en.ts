export const en = {
  mcp: 'serve tools for language models (Model Context Protocol) on standard input and output',
} as const;
