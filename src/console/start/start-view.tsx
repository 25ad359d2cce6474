import { useParts } from '../../kit/ui/context.js';
import { loaded } from '../../kit/ui/loaded.js';
import { Offered } from '../../kit/ui/refusal.js';
import { Welcome } from '../../kit/ui/welcome.js';

/** The first page: that of a capability, or what the product does if the service offers no such capability. */
export function StartView() {
  const start = useParts().find((part) => part.start !== undefined)?.start;
  const Start = start === undefined ? Welcome : loaded(start);
  return <Offered part={null} children={<Start />} />;
}
