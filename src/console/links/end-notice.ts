import { type ReadonlySignal, signal } from '@preact/signals';

/** Shows a system notification at the end of a check, if the user asked for it. */
export interface EndNotice {
  /** Whether this browser supports notifications and the user has not forbidden them. */
  isOffered(): boolean;
  readonly isWanted: ReadonlySignal<boolean>;
  /** True when the user asked for notifications and the browser does not allow them. */
  readonly isRefused: ReadonlySignal<boolean>;
  /** Asks for permission. Call it only from a click, which browsers require. */
  ask(): Promise<void>;
  show(title: string, text: string): void;
}

export function createEndNotice(): EndNotice {
  const isWanted = signal(false);
  const isRefused = signal(false);
  // Browsers offer notifications only over HTTPS and on this computer.
  const isOffered = () =>
    globalThis.isSecureContext && 'Notification' in globalThis && Notification.permission !== 'denied';
  return {
    isOffered,
    isWanted,
    isRefused,
    ask: async () => {
      if (!isOffered()) return;
      isWanted.value = (await Notification.requestPermission()) === 'granted';
      isRefused.value = !isWanted.value;
    },
    show: (title, text) => {
      if (!isWanted.value) return;
      isWanted.value = false;
      try {
        new Notification(title, { body: text, icon: '/console/icon.svg' });
      } catch {
        // Chrome on Android has the class, but its constructor throws outside of a service worker.
      }
    },
  };
}
