import { IconAlertTriangle, IconCloudCheck } from '@tabler/icons-react'
import type { Draft } from '../../web/forms/drafts.ts'
import classes from './DraftMark.module.css'

/** Says that what is typed is safe on this device, or that there was no room for it. */
export function DraftMark({ draft }: { draft: Pick<Draft<unknown>, 'dirty' | 'full'> }) {
  if (!draft.dirty) return null
  const Icon = draft.full ? IconAlertTriangle : IconCloudCheck
  return (
    <span className={classes.mark} data-full={draft.full || undefined}>
      <Icon size={15} stroke={1.6} aria-hidden /> {draft.full ? 'Draft not saved: storage is full' : 'Draft saved'}
    </span>
  )
}
