import { useTexts } from './context.js';

/** Stands where an answer will be shown. */
export const Skeleton = () => <div class="skeleton" role="status" aria-label={useTexts().t('loading')} />;
