import { count } from '../../../../platform/web/text.ts'
import type { SavedView } from '../../contract.ts'

const MAX_COUNTED = 10_000

/** "38"; "10,000+" beyond what is counted, "≈ 1,200" where it was only estimated. */
export function viewCountText(counted: SavedView['count']): string {
  if (!counted) return ''
  if (!counted.is_estimate) return count(counted.count)
  return counted.count > MAX_COUNTED ? '10,000+' : `≈ ${count(twoDigits(counted.count))}`
}

/** An estimate is not known to the last digit. */
function twoDigits(value: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, value))) - 1)
  return Math.round(value / step) * step
}

/** The people who see a view, for its menu. */
export function sharingText({ sharing, team, owner, is_own }: SavedView): string {
  const by = is_own ? '' : `, by ${owner.name}`
  if (sharing === 'private') return 'Only you see this view'
  return sharing === 'all' ? `Shared with everyone${by}` : `Shared with ${team?.name ?? 'the team'}${by}`
}

const nouns: Readonly<Record<string, readonly [string, string]>> = {
  tag: ['tag', 'tags'],
  agent: ['agent', 'agents'],
  site: ['site', 'sites'],
  locations: ['area', 'areas'],
}

/** What a view leaves out, in a sentence; empty when nothing. */
export function leftOutText(left_out: SavedView['left_out']): string {
  if (left_out.length === 0) return ''
  const parts = left_out.map(({ filter, count: many }) => {
    const [one, more] = nouns[filter] ?? ['value', 'values']
    return `${many} ${many === 1 ? one : more}`
  })
  const total = left_out.reduce((sum, part) => sum + part.count, 0)
  return `${parts.join(' and ')} of this view no longer ${total === 1 ? 'exists' : 'exist'} and ${total === 1 ? 'is' : 'are'} left out.`
}
