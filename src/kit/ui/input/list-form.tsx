import { type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { columnName, columnsRead, otherColumns, passedOver } from '../../lists/column-texts.js';
import type { OwnCell } from '../../lists/table.js';
import { Button } from '../button.js';
import { useTexts } from '../context.js';
import { Choice } from '../fields.js';
import { setter } from '../state/ui-signals.js';
import type { ListInput } from './source.js';

interface ListFieldProps {
  readonly input: ListInput;
  /** Name of the view, for the ids of elements. */
  readonly name: string;
  readonly label: string;
  readonly placeholder: string;
}

/** The form of a list: the field, a description of the list, and the buttons. */
export function ListForm(
  props: ListFieldProps & {
    title?: string;
    /** Describes the list. */
    counted: ComponentChildren;
    /** Label of the button that sends the form; null = it has none. */
    action: string | null;
    /** Whether the form can be sent. */
    isReady: boolean;
    start: () => void;
    above?: ComponentChildren;
    /** More about the list. */
    below?: ComponentChildren;
    /** More buttons. */
    children?: ComponentChildren;
  },
) {
  const { isReady, children } = props;
  const form = useRef<HTMLFormElement>(null);
  const submit = (event: Event) => {
    event.preventDefault();
    if (isReady) props.start();
  };
  return (
    <form
      ref={form}
      class="asking"
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event);
      }}
      onClick={({ target }) => {
        // A button that goes away with its click, such as "Clear", hands the focus to the list.
        requestAnimationFrame(() => {
          const isGone = target instanceof Element && !target.isConnected;
          if (isGone) form.current?.querySelector('textarea')?.focus();
        });
      }}
      aria-label={props.title}
    >
      {props.above}
      <ListField {...props} />
      <p class="muted" aria-live="polite">
        {props.counted}
      </p>
      {props.below}
      <div class="actions">
        {props.action !== null && (
          <button
            type="submit"
            aria-disabled={!isReady}
            aria-keyshortcuts="Control+Enter Meta+Enter"
            title="Ctrl + Enter"
          >
            {props.action}
          </button>
        )}
        {children}
      </div>
    </form>
  );
}

/** The field for a list that is typed, pasted, or read from a file. A file replaces the text. */
function ListField({ input, name, label, placeholder }: ListFieldProps) {
  const { t, language } = useTexts();
  const isOver = useSignal(false);
  const file = input.file.value;
  const take = async (chosen: File | undefined) => {
    if (chosen !== undefined) await input.take(chosen);
  };
  const drop = (event: DragEvent) => {
    isOver.value = false;
    const dropped = event.dataTransfer?.files[0];
    if (dropped === undefined) return;
    event.preventDefault();
    void take(dropped);
  };
  const field = (
    <>
      <label for={`${name}-text`}>{label}</label>
      <textarea
        id={`${name}-text`}
        class={isOver.value ? 'over' : undefined}
        rows={5}
        value={input.text.value}
        placeholder={placeholder}
        spellcheck={false}
        autocomplete="off"
        onInput={({ currentTarget }) => setter(input.text)(currentTarget.value)}
        onDrop={drop}
        onDragOver={(event) => {
          event.preventDefault();
          isOver.value = true;
        }}
        onDragLeave={() => setter(isOver)(false)}
      />
    </>
  );
  return (
    <>
      {file === null ? (
        field
      ) : (
        <p class="chosen">
          <strong>{t('links.chosen', { name: file.name ?? '' })}</strong>{' '}
          <Button text={t('links.removeFile')} onClick={input.clear} />
        </p>
      )}
      <div class="file">
        <label class="button quiet" for={`${name}-file`}>
          {t('links.file')}
        </label>
        <input
          id={`${name}-file`}
          class="unseen"
          type="file"
          accept=".txt,.csv,.tsv,.xlsx,.json,.jsonl,.ndjson,text/plain,text/csv"
          onChange={(event) => {
            const field = event.currentTarget;
            void take(field.files?.[0]).then(() => {
              field.value = '';
            });
          }}
        />
        {file === null && <span class="muted drop-hint">{t('links.drop')}</span>}
        {input.text.value !== '' && <Button text={t('links.clear')} onClick={input.clear} />}
      </div>
      {input.refusal.value !== null && <p role="alert">{input.refusal.value(language)}</p>}
      <ColumnField input={input} name={name} />
    </>
  );
}

/** Maximum characters of a row in the choice of the headings. */
const MAX_ROW = 60;

function rowText(cells: readonly OwnCell[]): string {
  const text = cells.filter((cell) => cell !== null && cell !== '').join(', ');
  return text.length > MAX_ROW ? `${text.slice(0, MAX_ROW)}…` : text;
}

/**
 * Shows which column of a table is read, how many links in other columns are not read, and which row has the headings.
 * Column and headings can be chosen.
 */
function ColumnField({ input: { own, column, headings }, name }: Pick<ListFieldProps, 'input' | 'name'>) {
  const { t, language } = useTexts();
  const { table, list } = own.value;
  if (table === null || table.width < 2) return null;
  const found = columnsRead(table, language);
  const names = table.headings && rowText(table.headings);
  /** The choice of what the list itself shows; what that is stands there only while it is chosen. */
  const byContent = ({ value }: Signal<unknown>, shown: string, other: string) =>
    [null, value === null ? shown : other] as const;
  const nameOf = (column: number) => columnName(table.headings, column, language);
  return (
    <>
      <div class="columns">
        <Choice
          id={`${name}-column`}
          label={t('links.column')}
          value={column.value}
          options={[
            byContent(column, t('links.columnFound', { columns: found }), t('links.columnByContent')),
            ...Array.from({ length: table.width }, (_, column) => [column, nameOf(column)] as const),
            ['*', t('links.allColumns')],
          ]}
          choose={setter(column)}
        />
        {table.top.length > 0 && (
          <Choice
            id={`${name}-headings`}
            label={t('links.headings')}
            value={headings.value}
            options={[
              byContent(
                headings,
                table.headingsLine === null || names === null
                  ? t('links.noHeadingsFound')
                  : t('links.headingsFound', { line: table.headingsLine, names }),
                t('links.headingsByContent'),
              ),
              ...table.top.map(
                ({ line, cells }) => [line, t('links.headingsRow', { line, names: rowText(cells) })] as const,
              ),
              [0, t('links.noHeadings')],
            ]}
            choose={setter(headings)}
          />
        )}
      </div>
      {otherColumns(table, list, language).map((text) => (
        <p class="muted" key={text}>
          {text}
        </p>
      ))}
      {table.passedOver.size > 0 && (
        <p class="notice">{t('links.passedOver', { value: passedOver(table, language) })}</p>
      )}
    </>
  );
}
