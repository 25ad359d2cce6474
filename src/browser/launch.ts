import { type Browser, chromium } from 'playwright';

/**
 * Launches a headless Chromium that reaches nothing but the proxy. Rejects when it cannot start within
 * `timeoutMs` milliseconds, and with `sandbox` when it cannot have its sandbox.
 */
export function launchChromium(options: {
  readonly executablePath: string;
  readonly proxyUrl: string;
  readonly timeoutMs: number;
  readonly sandbox: boolean;
}): Promise<Browser> {
  return chromium.launch({
    executablePath: options.executablePath,
    chromiumSandbox: options.sandbox,
    headless: true,
    timeout: options.timeoutMs,
    // Playwright adds this by itself unless a variable prevents it: loopback goes through the proxy, too.
    proxy: { server: options.proxyUrl, bypass: '<-loopback>' },
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    args: [
      // STUN left past the proxy until this was set (measured, architecture.md).
      '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
      '--disable-quic',
      // Names are resolved by the egress proxy alone; a second lock behind the first.
      '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
      '--blink-settings=imagesEnabled=false',
    ],
  });
}
