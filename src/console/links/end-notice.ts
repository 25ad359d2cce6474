import { signal } from '@preact/signals';
import { readonly } from '../../kit/ui/state/ui-signals.js';

/** Shows a system notification at the end of a check, if the user asked for it. */
export function createEndNotice() {
  const isWanted = signal(false);
  /** True when the user asked for notifications and the browser does not allow them. */
  const isRefused = signal(false);
  /**
   * Whether this browser supports notifications and the user has not forbidden them. Browsers support them only over
   * HTTPS and on this computer.
   */
  const isOffered = () =>
    globalThis.isSecureContext && 'Notification' in globalThis && Notification.permission !== 'denied';
  return {
    ...readonly({ isWanted, isRefused }),
    isOffered,
    /** Asks for permission. Call it only from a click, which browsers require. */
    ask: async () => {
      if (!isOffered()) return;
      isWanted.value = (await Notification.requestPermission()) === 'granted';
      isRefused.value = !isWanted.value;
    },
    show: (title: string, text: string) => {
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
