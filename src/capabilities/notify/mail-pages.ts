import { securityHeaders } from '../../core/api/middleware/headers.js';
import type { AppContext } from '../../core/api/state.js';
import { notifyTexts } from './letters.js';
import type { MailAction } from './mail-limits.js';
import type { Notify } from './notify-service.js';

/** What a mailbox may do by a link in an e-mail. */
type MailLinks = Pick<Notify['channels'], 'look' | 'act'>;

const PATH = /^\/mail\/(confirm|stop)\/([\w.-]{1,200})$/;
const HEADERS = securityHeaders(
  "default-src 'none';form-action 'self';base-uri 'none';frame-ancestors 'none'",
);

/**
 * Serves the pages behind the links in e-mails. GET shows a button and changes nothing, because mail scanners open
 * links; POST acts, also for the one-click form of RFC 8058. Returns null for any other request.
 */
export function createMailPages(links: MailLinks | null): (ctx: AppContext) => Promise<void> | null {
  return (ctx) => {
    const [, action, token = ''] = PATH.exec(ctx.path) ?? [];
    const isPost = ctx.method === 'POST';
    if (links === null || action === undefined || !(isPost || ctx.method === 'GET')) return null;
    return show(ctx, links, action as MailAction, token, isPost);
  };
}

async function show(ctx: AppContext, links: MailLinks, action: MailAction, token: string, isPost: boolean) {
  const found = await (isPost ? links.act(action, token) : links.look(action, token));
  const language = found ?? (ctx.acceptsLanguages('pl', 'en') === 'pl' ? 'pl' : 'en');
  const t = notifyTexts(language);
  const title = t(`mailPage.${action}.title`);
  const content =
    found === null
      ? `<p>${t('mailPage.gone')}</p>`
      : isPost
        ? `<p>${t(`mailPage.${action}.done`)}</p>`
        : `<p>${t(`mailPage.${action}.text`)}</p><form method="post"><button>${t(`mailPage.${action}.button`)}</button></form>`;
  ctx.status = found === null ? 404 : 200;
  ctx.set({ ...HEADERS, 'Cache-Control': 'no-store' });
  ctx.type = 'text/html; charset=utf-8';
  ctx.body = `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${title}</title><main><h1>${title}</h1>${content}</main></html>`;
}
