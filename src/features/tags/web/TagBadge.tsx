import { IconX } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import type { LeadTag } from '../../leads/contract/record.ts'
import { tagColours } from '../rules.ts'
import type { TagAction } from './pendingTags.ts'
import classes from './Tags.module.css'

/** The variables of a tag's hue; grey without one. */
const hueStyle = (colour: string | null): CSSProperties =>
  tagColours.some(known => known === colour)
    ? ({
        '--tag-tint': `var(--kt-${colour}-tint)`,
        '--tag-text': `var(--kt-${colour}-text)`,
        '--tag-dot': `var(--kt-${colour}-dot)`,
      } as CSSProperties)
    : {}

const actionLabel: Record<TagAction, string> = {
  adding: 'is being added',
  removing: 'is being removed',
  deleting: 'is being deleted',
}

interface TagBadgeProps {
  tag: Pick<LeadTag, 'name' | 'colour'>
  action?: TagAction | undefined
  onRemove?: () => void
}

/** A tag in its colour, with × where it can be taken away and a turning mark while something is under way. */
export function TagBadge({ tag, action, onRemove }: TagBadgeProps) {
  return (
    <span className={classes.tag} style={hueStyle(tag.colour)} data-busy={action} aria-busy={action !== undefined}>
      <bdi className={classes.name} title={tag.name}>
        {tag.name}
      </bdi>
      {action && (
        <span className={classes.turning} role="img" aria-label={actionLabel[action]}>
          <span />
        </span>
      )}
      {!action && onRemove && (
        <button type="button" className={classes.remove} aria-label={`Remove tag ${tag.name}`} onClick={onRemove}>
          <IconX size={12} stroke={1.6} />
        </button>
      )}
    </span>
  )
}

/** The colour of a tag as a dot. */
export function TagDot({ colour }: { colour: string | null }) {
  return <span className={classes.dot} style={hueStyle(colour)} />
}
