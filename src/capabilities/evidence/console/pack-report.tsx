import { useEffect, useRef } from 'preact/hooks';
import { placeLink } from '../../../core/provider/urls.js';
import { reasonText, verdictKind } from '../../../core/texts/outcomes.js';
import { wallClock } from '../../../kit/lists/table.js';
import { Button } from '../../../kit/ui/button.js';
import { useTexts } from '../../../kit/ui/context.js';
import { Table } from '../../../kit/ui/data-table.js';
import { ExternalLink } from '../../../kit/ui/external-link.js';
import { Stars } from '../../../kit/ui/signs.js';
import type { Verification } from '../proof/check-pack.js';
import type { EvidenceLoad, Manifest, RecordManifest } from '../proof/pack-manifest.js';
import { problemText, verifyTexts } from '../proof/texts.js';
import type { PageTexts } from './texts.js';
import { type CheckedFile, type KnownKey, resultOf, signerOf } from './verify-packs.js';

const SIGNS = { good: '✓', open: '?', wrong: '✕' } as const;
const TONES = { good: 'good', open: 'warn', wrong: 'bad' } as const;

interface PackProps extends CheckedFile {
  readonly keys: readonly KnownKey[];
  readonly t: PageTexts;
}

/** What was found in a file; printed alone, it is the record of the check. */
export function PackReport({ name: file, found, client, sum, at, keys, t }: PackProps) {
  const { formats, language } = useTexts();
  const { problems, manifest, record, files } = found;
  const card = useRef<HTMLElement>(null);
  useEffect(() => card.current?.focus(), []);
  const print = () => {
    card.current?.classList.add('printed');
    card.current?.querySelector('details')?.setAttribute('open', '');
    window.addEventListener('afterprint', () => card.current?.classList.remove('printed'), { once: true });
    window.print();
  };
  const sealed = manifest ?? record;
  const result = resultOf(found, keys);
  const signer = signerOf(found, keys);
  const title = () => {
    if (result === 'open') return t('result.unknown');
    if (result === 'good')
      return signer?.key?.file == null ? t('result.service') : t('result.given', { name: signer.key.file });
    const isOther = problems.length === 0 && signer?.key === null && signer.file !== null;
    return isOther ? t('result.otherThanGiven', { name: signer.file ?? '' }) : t('result.wrong');
  };
  const answers = (of: Manifest | RecordManifest) =>
    [
      ['unchanged', t('unchanged', { files: files ?? 0 })],
      ['signer', <SignerText key="signer" {...{ found, keys, t }} operator={of.operator} />],
      ['follows', <Conclusion key="follows" {...{ found, t }} />],
      ['time', <MadeAt key="time" manifest={of} t={t} />],
      [
        'limits',
        t('client' in of ? 'limits.record' : `limits.${of.verdict.is_visible ? 'visible' : 'hidden'}`),
      ],
    ] as const;
  return (
    <section ref={card} class="card pack" aria-label={file} tabIndex={-1}>
      <p class="paper lead">{t('paper.title')}</p>
      <div class="toolbar">
        <h2>{file}</h2>
        <Button text={t('print')} onClick={print} />
      </div>
      <p class={`notice ${TONES[result]}`} role={result === 'wrong' ? 'alert' : undefined}>
        <strong>
          <span aria-hidden="true">{SIGNS[result]}</span> {title()}
        </strong>
      </p>
      {problems.length > 0 && (
        <ul>
          {problems.map((problem) => (
            <li key={`${problem.code} ${problem.subject}`}>{problemText(problem, verifyTexts(language))}</li>
          ))}
        </ul>
      )}
      {sealed !== null && problems.length === 0 && (
        <>
          <dl>
            {answers(sealed).map(([question, answer]) => [
              <dt key={question}>{t(`question.${question}`)}</dt>,
              <dd key={`${question} answer`}>{answer}</dd>,
            ])}
            {manifest !== null && <Facts manifest={manifest} t={t} />}
          </dl>
          {manifest !== null && <Loads loads={manifest.loads} t={t} />}
        </>
      )}
      <dl class="small">
        <dt>{t('fact.checked')}</dt>
        <dd>{formats.moment(wallClock(new Date(at)) ?? '')}</dd>
        {client !== null && [<dt key="client">{t('fact.client')}</dt>, <dd key="whose">{client}</dd>]}
        {sum !== null && [<dt key="sum">{t('fact.sum')}</dt>, <dd key="of">{<code>{sum}</code>}</dd>]}
      </dl>
      <p class="paper">{t('paper.how')}</p>
      <p class="paper">{t('paper.by')}</p>
    </section>
  );
}

function SignerText(
  props: Pick<PackProps, 'found' | 'keys' | 't'> & { readonly operator: Manifest['operator'] },
) {
  const { found, keys, t, operator } = props;
  const signer = signerOf(found, keys);
  const { host } = location;
  const says = () => {
    if (signer?.key != null)
      return signer.key.file === null
        ? t('signer.service', { host })
        : t('signer.given', { name: signer.key.file });
    if (signer?.compared === 'file') return t('result.otherThanGiven', { name: signer.file ?? '' });
    return signer?.compared === 'service' ? t('signer.notService', { host }) : t('signer.unknown');
  };
  const url = operator.key_url;
  const named = [operator.name, operator.contact].filter((part) => part !== null).join(', ');
  return (
    <>
      <p>{says()}</p>
      <p>{named === '' ? t('signer.noOperator') : t('signer.operator', { name: named })}</p>
      {url !== null && (
        <p>
          {t('signer.keyUrl')} <ExternalLink href={url}>{url}</ExternalLink>
        </p>
      )}
      <p class="small muted">
        {t('signer.id')} <code>{found.keyId}</code>
      </p>
    </>
  );
}

function Conclusion({ found, t }: { found: Verification; t: PageTexts }) {
  const { language, formats } = useTexts();
  const { derivation, manifest, record } = found;
  const day = (of: 'from' | 'to') => formats.moment(record?.[of] ?? '');
  if (record !== null)
    return <p>{t('follows.record', { client: record.client, from: day('from'), to: day('to') })}</p>;
  if (derivation?.follows !== true || manifest === null) return null;
  const [reviews, controls] = [derivation.reviews.join(', '), derivation.controls.join(', ')];
  const { is_visible, reason } = manifest.verdict;
  return (
    <>
      <p>{t(`follows.${verdictKind({ is_visible, visibility_reason: reason })}`, { reviews, controls })}</p>
      {!is_visible && <p>{t('follows.reason', { reason: reasonText(language, reason) })}</p>}
    </>
  );
}

/** `2026-11-28T05:12:00.000+01:00` as the formats of the console read a moment. */
const momentOf = (iso: string) => iso.slice(0, 19).replace('T', ' ');

function MadeAt({ manifest, t }: { manifest: Manifest | RecordManifest; t: PageTexts }) {
  const { formats } = useTexts();
  const { made_at_local: local, made_at_utc: utc, timestamp } = manifest;
  const authority = timestamp.authority ?? '?';
  const stamps = {
    none: () => t('time.none'),
    failed: () => t('time.failed', { why: timestamp.why ?? authority }),
    requested: () => t('time.unchecked', { authority }),
  };
  return (
    <>
      <p>{t('time.made', { at: formats.moment(momentOf(local)), utc: formats.moment(momentOf(utc)) })}</p>
      <p>{stamps[timestamp.status]()}</p>
    </>
  );
}

function Facts({ manifest, t }: { manifest: Manifest; t: PageTexts }) {
  const { formats } = useTexts();
  const { place, review, link, seen_by_requester: seen } = manifest;
  const { name, place_id: id, cid } = place;
  const author = review.author_name;
  const on = seen?.on == null ? '–' : formats.moment(momentOf(seen.on));
  const ids = [id && `Place ID ${id}`, cid && `CID ${cid}`].filter(Boolean);
  return (
    <>
      {name !== null && [<dt key="place">{t('fact.place')}</dt>, <dd key="name">{name}</dd>]}
      {ids.length > 0 && [
        <dt key="ids">{t('fact.ids')}</dt>,
        <dd key="of ids">
          <ExternalLink href={cid && placeLink(cid)}>{ids.join(' · ')}</ExternalLink>
        </dd>,
      ]}
      {author !== null && [<dt key="author">{t('fact.author')}</dt>, <dd key="who">{author}</dd>]}
      <dt>{t('fact.link')}</dt>
      <dd>
        <ExternalLink href={link.given}>{link.given}</ExternalLink>
      </dd>
      {seen !== null && (
        <>
          <dt>{t('fact.seenByWatch', { on })}</dt>
          <dd>
            {seen.rating !== null && <Stars value={seen.rating} />} {seen.author}
            {seen.text !== null && <p class="text quote">{seen.text}</p>}
          </dd>
        </>
      )}
    </>
  );
}

function Loads({ loads, t }: { loads: readonly EvidenceLoad[]; t: PageTexts }) {
  const { formats } = useTexts();
  const name = t('loads', { count: loads.length });
  return (
    <details>
      <summary>{name}</summary>
      <Table<EvidenceLoad>
        scrolled={name}
        rows={loads}
        keyOf={({ number }) => number}
        columns={[
          { header: t('load.number'), cell: ({ number }) => number },
          { header: t('load.what'), isRowHeading: true, cell: ({ purpose }) => t(`purpose.${purpose}`) },
          { header: t('load.when'), cell: ({ started_at_local: at }) => formats.moment(momentOf(at)) },
          { header: t('load.outcome'), cell: ({ outcome }) => t(`outcome.${outcome}`) },
        ]}
      />
    </details>
  );
}
