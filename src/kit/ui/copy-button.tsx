import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Button } from './button.js';
import { useConsole, useTexts } from './context.js';
import { setter } from './state/ui-signals.js';

const SHOWN_MS = 2_000;

/** Copies `text`. `name`: name of the text for screen readers. `label`: the text of the button. */
export function CopyButton({ text, name, label }: { text: string; name: string; label?: string }) {
  const { announce } = useConsole();
  const { t } = useTexts();
  const isDone = useSignal(false);
  useEffect(() => {
    if (!isDone.value) return undefined;
    const timer = setTimeout(setter(isDone), SHOWN_MS, false);
    return () => clearTimeout(timer);
  }, [isDone.value]);
  const onClick = async () => {
    isDone.value = await copyText(text);
    announce(isDone.value ? t('copy.said', { what: name }) : t('copy.failed'));
  };
  return (
    <Button
      text={isDone.value ? `✓ ${t('copy.done')}` : (label ?? t('copy.action'))}
      class="quiet tiny"
      aria-label={t('copy.labelled', { what: name })}
      onClick={onClick}
    />
  );
}

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/** Copies without the clipboard API, which browsers allow only on HTTPS and localhost. */
function copyBySelection(text: string): boolean {
  const before = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'unseen';
  document.body.append(field);
  field.select();
  const isDone = document.execCommand('copy');
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return isDone;
}
