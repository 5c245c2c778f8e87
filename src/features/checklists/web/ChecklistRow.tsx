import { ActionIcon, Checkbox, Loader, Menu } from '@mantine/core'
import { IconDots, IconEyeOff, IconFlag, IconMessage } from '@tabler/icons-react'
import { useState } from 'react'
import { Badge } from '../../../platform/ui/pieces.tsx'
import type { ChecklistItem } from '../contract.ts'
import { MAX_COMMENT } from '../rules.ts'
import classes from './Checklist.module.css'
import { type Place, saveComment, toggleItem } from './client.ts'
import type { Toggle } from './rules/fields.ts'

interface ChecklistRowProps {
  place: Place
  item: ChecklistItem
  mayChange: boolean
}

/** One item: its box, what is said of it, and whether it is urgent or does not apply. */
export function ChecklistRow({ place, item, mayChange }: ChecklistRowProps) {
  const [isSaving, setSaving] = useState(false)
  const [isCommenting, setCommenting] = useState(false)
  /** A comment that could not be saved: it stays in its field until it is. */
  const [unsaved, setUnsaved] = useState<string | null>(null)
  const saving = async (work: Promise<unknown>) => {
    setSaving(true)
    const result = await work
    setSaving(false)
    return result !== null
  }
  const toggle = (name: Toggle) => void saving(toggleItem(place, item, name))
  const comment = async (text: string) => {
    if (isSaving) return
    const isSaved = text === item.comment || (await saving(saveComment(place, item, text)))
    setUnsaved(isSaved ? null : text)
    setCommenting(!isSaved)
  }
  const leave = () => {
    setUnsaved(null)
    setCommenting(false)
  }
  return (
    <div className={classes.item} data-done={item.is_completed || undefined} data-off={!item.is_active || undefined}>
      {isSaving ? (
        <Loader size={16} aria-label={`Saving ${item.title}`} />
      ) : (
        <Checkbox
          aria-label={item.title}
          checked={item.is_completed}
          disabled={!mayChange || !item.is_active}
          onChange={() => toggle('isCompleted')}
        />
      )}
      <span className={classes.text}>
        <span className={classes.title}>
          {item.title}
          {!item.is_active && ' (does not apply)'}
        </span>
        {isCommenting && unsaved !== item.comment ? (
          <input
            className={classes.commenting}
            // biome-ignore lint/a11y/noAutofocus: the person just asked to write here
            autoFocus
            aria-label={`Comment on ${item.title}`}
            maxLength={MAX_COMMENT}
            defaultValue={unsaved ?? item.comment}
            readOnly={isSaving}
            // Whoever goes to the Retry of a failure does not send it twice.
            onBlur={event => unsaved === null && void comment(event.currentTarget.value.trim())}
            onKeyDown={event => {
              if (event.key === 'Enter') void comment(event.currentTarget.value.trim())
              if (event.key === 'Escape') leave()
            }}
          />
        ) : (
          item.comment && <span className={classes.comment}>{item.comment}</span>
        )}
      </span>
      {item.is_priority && item.is_active && !item.is_completed && <Badge hue="red">Priority</Badge>}
      {mayChange && (
        // The menu would take the focus back from the field, and the field ends without it.
        <Menu position="bottom-end" withinPortal returnFocus={!isCommenting}>
          <Menu.Target>
            <ActionIcon className={classes.more ?? ''} aria-label={`Actions for ${item.title}`}>
              <IconDots size={15} stroke={1.6} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              leftSection={<IconMessage size={15} stroke={1.6} />}
              onClick={() => {
                setUnsaved(null)
                setCommenting(true)
              }}
            >
              {item.comment ? 'Edit the comment' : 'Add a comment'}
            </Menu.Item>
            <Menu.Item leftSection={<IconFlag size={15} stroke={1.6} />} onClick={() => toggle('isPriority')}>
              {item.is_priority ? 'No longer a priority' : 'Make it a priority'}
            </Menu.Item>
            <Menu.Item leftSection={<IconEyeOff size={15} stroke={1.6} />} onClick={() => toggle('isActive')}>
              {item.is_active ? 'Does not apply' : 'Applies'}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </div>
  )
}
