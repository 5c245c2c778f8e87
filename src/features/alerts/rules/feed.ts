import type { ListingFeed } from '../../listings/contract.ts'

const MINUTE = 60_000
/** The feed is read every minute; a run or two may be missed by a restart. */
const LATE_MINUTES = 10

const lateText = (minutes: number): string => {
  if (minutes < 120) return `${minutes} minutes`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `${hours} hours` : `${Math.floor(hours / 24)} days`
}

/** How the feed stands, in a sentence, and whether that is as it should be. */
export function feedSentence(
  { is_on, read_at, problem }: Pick<ListingFeed, 'is_on' | 'read_at' | 'problem'>,
  now: Date,
): { text: string; state: 'good' | 'off' | 'bad' } {
  if (!is_on)
    return {
      text: 'No listing service is set up (MLS_URL), so there are no homes for alerts to find.',
      state: 'off',
    }
  const behind = read_at === null ? null : Math.floor((now.getTime() - Date.parse(read_at)) / MINUTE)
  const late = behind === null ? 'It has never finished a sync.' : `It is ${lateText(behind)} behind.`
  if (problem !== null) return { text: `The last sync failed: ${problem} ${late}`, state: 'bad' }
  if (behind === null) return { text: 'The first sync has not finished yet.', state: 'off' }
  if (behind >= LATE_MINUTES) return { text: `${late} Workers run the sync: check that one is running.`, state: 'bad' }
  return { text: 'The feed is up to date.', state: 'good' }
}
