import { useSignal } from '@preact/signals';
import { columnName } from '../../lists/own-columns.js';
import { useConsole, useTexts } from '../context.js';
import { Choice } from '../ui/choice.js';
import type { ListInput } from './source.js';

interface ListFieldProps {
  readonly input: ListInput;
  /** Name of the view, for the ids of elements. */
  readonly name: string;
  readonly label: string;
  readonly placeholder: string;
  /** Message for a file that could not be read. */
  readonly fileFailed: string;
}

/** The field for a list that is typed, pasted, or read from a file. A file replaces the text. */
export function ListField({ input, name, label, placeholder, fileFailed }: ListFieldProps) {
  const { links: texts } = useTexts();
  const failed = useSignal(false);
  const isOver = useSignal(false);
  const file = input.file.value;
  const take = async (chosen: File | undefined) => {
    if (chosen !== undefined) failed.value = !(await input.take(chosen));
  };
  const drop = (event: DragEvent) => {
    isOver.value = false;
    const dropped = event.dataTransfer?.files[0];
    if (dropped === undefined) return;
    event.preventDefault();
    void take(dropped);
  };
  return (
    <>
      {file === null ? (
        <>
          <label for={`${name}-text`}>{label}</label>
          <textarea
            id={`${name}-text`}
            class={isOver.value ? 'over' : undefined}
            rows={7}
            value={input.text.value}
            placeholder={placeholder}
            spellcheck={false}
            autocomplete="off"
            onInput={(event) => {
              input.text.value = event.currentTarget.value;
            }}
            onDragOver={(event) => {
              event.preventDefault();
              isOver.value = true;
            }}
            onDragLeave={() => {
              isOver.value = false;
            }}
            onDrop={drop}
          />
        </>
      ) : (
        <p class="chosen">
          <strong>{texts.chosen(file.name ?? '')}</strong>{' '}
          <button
            type="button"
            class="quiet"
            onClick={() => {
              input.file.value = null;
            }}
          >
            {texts.removeFile}
          </button>
        </p>
      )}
      <div class="file">
        <label class="button quiet" for={`${name}-file`}>
          {texts.file}
        </label>
        <input
          id={`${name}-file`}
          class="unseen"
          type="file"
          accept=".txt,.csv,.tsv,.xlsx,text/plain,text/csv"
          onChange={(event) => {
            const field = event.currentTarget;
            void take(field.files?.[0]).then(() => {
              field.value = '';
            });
          }}
        />
        {file === null && <span class="muted drop-hint">{texts.drop}</span>}
        {input.text.value !== '' && (
          <button
            type="button"
            class="quiet"
            onClick={() => {
              input.text.value = '';
            }}
          >
            {texts.clear}
          </button>
        )}
      </div>
      {failed.value && <p role="alert">{fileFailed}</p>}
      <ColumnField input={input} name={name} />
    </>
  );
}

/** Shows which column of a table is read, and how many links in other columns are not read. */
function ColumnField({ input, name }: Pick<ListFieldProps, 'input' | 'name'>) {
  const { languages } = useConsole();
  const { links: texts } = useTexts();
  const { table } = input.own.value;
  if (table === null || table.width < 2) return null;
  const nameOf = (column: number) => columnName(table.headings, column, languages.current.value);
  const passedOver = Array.from(table.passedOver, ([column, links]) => [nameOf(column), links] as const);
  const chosen = input.column.value;
  return (
    <>
      <Choice
        id={`${name}-column`}
        label={texts.column}
        value={chosen}
        options={[
          [null, chosen === null ? texts.columnFound(table.linkColumns.map(nameOf)) : texts.columnByContent],
          ...Array.from({ length: table.width }, (_, column) => [column, nameOf(column)] as const),
          ['*', texts.allColumns],
        ]}
        choose={(column) => {
          input.column.value = column;
        }}
      />
      {passedOver.length > 0 && <p class="notice">{texts.passedOver(passedOver)}</p>}
    </>
  );
}
