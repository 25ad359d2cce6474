import { chronyOffset, clockState, timesyncdOffset } from '../../../src/capabilities/evidence/make/clock.js';
import { expect, test } from '../../support/test.js';

const TIMESYNCD = `       Server: 185.125.190.58 (ntp.ubuntu.com)
Poll interval: 34min 8s (min: 32s; max 34min 8s)
         Leap: normal
      Version: 4
      Stratum: 2
    Reference: C944586B
    Precision: 1us (-25)
Root distance: 1.014ms (max: 5s)
       Offset: -1.204ms
        Delay: 33.022ms
       Jitter: 1.846ms
 Packet count: 147
    Frequency: +13.376ppm
`;
const CHRONY =
  'A29FC801,162.159.200.1,4,1795363500.123456789,0.000012345,-0.000009876,0.000123000,-12.345,0.001,0.050,0.012345678,0.001234567,64.2,Normal\n';

/** Answers of programs by their command line; every other program is missing. */
const programs =
  (answers: Readonly<Record<string, string>>) => async (program: string, args: readonly string[]) => {
    const answer = answers[[program, ...args].join(' ')];
    if (answer === undefined) throw new Error(`spawn ${program} ENOENT`);
    return answer;
  };
const SYNCHRONISED = 'timedatectl show --property=NTPSynchronized --value';
const OFFSET = 'timedatectl timesync-status';
const TRACKING = 'chronyc -c tracking';

test('timesyncd: milliseconds with sign, in every unit', () => {
  const offset = (value: string) => timesyncdOffset(TIMESYNCD.replace('-1.204ms', value));
  expect(timesyncdOffset(TIMESYNCD)).toBe(-1.204);
  expect(['+32us', '-5μs', '+2.5s', '-1min 2.250s', '+1h 1min', '-0'].map(offset)).toEqual([
    ...[0.032, -0.005, 2_500, -62_250, 3_660_000, 0],
  ]);
});

test('timesyncd: null before the first answer, and for a form that is not known', () => {
  const unanswered = `${TIMESYNCD.split('\n').slice(0, 2).join('\n')}\n Packet count: 0\n`;
  const changed = ['1.204ms', '-1 fortnight', '-5'].map((value) => TIMESYNCD.replace('-1.204ms', value));
  for (const output of [unanswered, '', ...changed]) expect(timesyncdOffset(output), output).toBe(null);
});

test('chrony: milliseconds, positive while the clock is behind; null while it is not synchronised', () => {
  expect(chronyOffset(CHRONY)).toBe(0.012);
  expect(chronyOffset(CHRONY.replace('0.000012345', '-1.5'))).toBe(-1_500);
  const unsynchronised =
    '7F7F0101,,0,0.000000000,0.000000000,0.0,0.0,0.0,0.0,0.0,1.0,1.0,0.0,Not synchronised\n';
  for (const output of [unsynchronised, '', '506 Cannot talk to daemon\n', CHRONY.replace('0.000012345', '')])
    expect(chronyOffset(output)).toBe(null);
});

test('the clock is what the programs of the system say, and unknown without them', async () => {
  const synchronised = { [SYNCHRONISED]: 'yes\n' };
  expect(await clockState(programs({ ...synchronised, [OFFSET]: TIMESYNCD }))).toEqual({
    ...{ source: 'timedatectl', synchronised: true, offset_ms: -1.204 },
  });
  expect(await clockState(programs({ ...synchronised, [TRACKING]: CHRONY }))).toEqual({
    ...{ source: 'timedatectl, chronyc', synchronised: true, offset_ms: 0.012 },
  });
  expect(await clockState(programs({ [SYNCHRONISED]: 'no\n' }))).toEqual({
    ...{ source: 'timedatectl', synchronised: false, offset_ms: null },
  });
  expect(await clockState(programs({ [TRACKING]: CHRONY }))).toEqual({
    ...{ source: 'chronyc', synchronised: null, offset_ms: 0.012 },
  });
  expect(await clockState(programs({}))).toEqual({ source: null, synchronised: null, offset_ms: null });
});
