import { type ReadonlySignal, signal } from '@preact/signals';

/** Tells the user through the system when a check has ended, if they asked for it. */
export interface EndNotice {
  /** Whether this browser can, and the user has not forbidden it. */
  isOffered(): boolean;
  readonly isWanted: ReadonlySignal<boolean>;
  /** True when the user asked for it and the browser does not allow it. */
  readonly isRefused: ReadonlySignal<boolean>;
  /** Called by a click only: browsers ask the user for permission. */
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
        // Chrome on Android knows the class, and refuses to make one outside of a service worker.
      }
    },
  };
}
