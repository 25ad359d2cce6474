import { EXIT, type ExitCode, ExitError } from '../../../kit/terminal/exit.js';
import { type Field, printAll, printOne, type Table, tableOf } from '../../../kit/terminal/output.js';
import { askService, lazily, type Session } from '../../../kit/terminal/session.js';
import type { OwnerData } from '../owner-data.js';

const schema = lazily(() => import('../owner-data.js'));

async function ownersOf(session: Session): Promise<readonly OwnerData[]> {
  return (await askService(session, { path: 'owners' }, schema('ownersData'))).owners;
}

/** `owners list`: the owners of watches, channels and jobs. */
export async function listOwners(session: Session): Promise<ExitCode> {
  const owners = await ownersOf(session);
  return printAll(session, owners, ownerTable(session), { json: () => ({ owners }) });
}

/** A command about one owner, which the user names by its id, or by its name as the list shows it. */
function onOwner(request: { method: 'POST' | 'DELETE'; body?: object }, path = '') {
  return async (session: Session, owner: string): Promise<ExitCode> => {
    const found = (await ownersOf(session)).find(({ id, name }) => id === owner || name === owner);
    if (found === undefined) throw new ExitError(EXIT.notFound, session.texts.owners.unknown(owner));
    const about = { path: `owners/${encodeURIComponent(found.id)}${path}`, ...request };
    return printOne(session, await askService(session, about, schema('ownerData')), ownerTable(session));
  };
}

export const pauseOwner = onOwner({ method: 'POST' }, '/pause');
export const resumeOwner = onOwner({ method: 'POST' }, '/resume');
const deleteNow = onOwner({ method: 'DELETE' });

export interface HandOverOptions {
  readonly to: string;
}

/** `owners hand-over OWNER --to NAME`: prints what stayed with the first owner. */
export function handOverOwner(session: Session, owner: string, { to }: HandOverOptions): Promise<ExitCode> {
  return onOwner({ method: 'POST', body: { to } }, '/hand-over')(session, owner);
}

/** `owners delete OWNER --yes`. */
export function deleteOwner(session: Session, owner: string, { yes }: { readonly yes?: true }) {
  if (yes !== true) throw new ExitError(EXIT.usage, session.texts.owners.needsYes);
  return deleteNow(session, owner);
}

function ownerTable({ texts }: Session): Table<OwnerData> {
  const fields: readonly Field<OwnerData>[] = [
    [texts.owners.labels.name, ({ name }) => name],
    ['Id', ({ id }) => id],
    [texts.labels.state, ({ state }) => texts.owners.states[state]],
    [texts.owners.labels.keys, ({ keys }) => keys.join(', ')],
    [texts.owners.labels.watches, ({ watches }) => watches],
    [texts.watch.labels.channels, ({ channels }) => channels],
    [texts.watch.labels.waiting, ({ deliveries_waiting: waiting }) => waiting],
    [texts.owners.labels.jobs, ({ jobs }) => jobs],
    [texts.owners.labels.goneAt, ({ gone_at: at }) => at],
    [texts.owners.labels.endsAt, ({ ends_at: at }) => at],
    [texts.owners.labels.pausedAt, ({ paused_at: at }) => at],
  ];
  return tableOf(texts.owners.labels.owners, fields);
}
