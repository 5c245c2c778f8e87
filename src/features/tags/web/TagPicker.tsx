import { Checkbox, Combobox, type ComboboxStore } from '@mantine/core'
import { IconCheck, IconPlus } from '@tabler/icons-react'
import { type ReactElement, type ReactNode, useEffect } from 'react'
import type { LeadTag } from '../../leads/contract/record.ts'
import { MAX_OFFERED, offered, type Share } from './rules/picking.ts'
import { TagDot } from './TagBadge.tsx'
import classes from './Tags.module.css'

/** The value of the option that makes a tag; all others are ids. */
const MAKE = 'make'

interface TagPickerProps {
  store: ComboboxStore
  tags: readonly LeadTag[]
  /** On how many of the leads a tag is. */
  shareOf(tag: LeadTag): Share
  /** Tags of other agents, which can only be taken away. */
  others?: ReadonlySet<number>
  /** Several leads at once: checkboxes with three states instead of a check. */
  forMany?: boolean
  typed: string
  onType(text: string): void
  onPick(tag: LeadTag): void
  onMake(name: string): void
  /** Instead of tags: they are being read, or could not be. */
  notice: string | null
  position: 'bottom-start' | 'top-start'
  foot?: ReactNode
  children: ReactElement
}

/** The box in which a tag is looked for, or made, under the control that opens it. */
export function TagPicker({ store, typed, onType, onPick, onMake, ...props }: TagPickerProps) {
  const { tags, newName } = offered(props.tags, typed)
  const shown = tags.slice(0, MAX_OFFERED)
  const submit = (value: string) => {
    if (value === MAKE) return newName === null ? undefined : onMake(newName)
    const tag = props.tags.find(each => String(each.id) === value)
    if (tag) onPick(tag)
  }
  // Enter takes the first of what was found, or makes what was not.
  const { selectFirstOption } = store
  const hasTyped = typed.trim() !== ''
  const first = props.notice === null ? (shown[0]?.id ?? newName) : null
  useEffect(() => {
    if (hasTyped && first !== null) selectFirstOption()
  }, [hasTyped, first, selectFirstOption])
  const isOthers = (tag: LeadTag) => props.others?.has(tag.id) ?? false
  const groups = [
    { label: 'Your tags', tags: shown.filter(tag => !tag.permanent && !isOthers(tag)) },
    { label: 'Shared tags', tags: shown.filter(tag => tag.permanent) },
    { label: 'Tags of other agents', tags: shown.filter(isOthers) },
  ].filter(group => group.tags.length > 0)
  return (
    <Combobox store={store} width={264} position={props.position} withinPortal shadow="md" onOptionSubmit={submit}>
      <Combobox.Target targetType="button">{props.children}</Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          value={typed}
          onChange={event => onType(event.currentTarget.value)}
          placeholder="Find or create a tag"
          role="combobox"
          aria-expanded={store.dropdownOpened}
          aria-label="Find or create a tag"
        />
        <Combobox.Options className={classes.options} aria-label="Tags" aria-multiselectable>
          {groups.map(group => (
            <Combobox.Group key={group.label} label={group.label}>
              {group.tags.map(tag => (
                <Option key={tag.id} tag={tag} share={props.shareOf(tag)} forMany={props.forMany ?? false} />
              ))}
            </Combobox.Group>
          ))}
          {newName !== null && !props.notice && (
            <Combobox.Option value={MAKE} className={classes.option}>
              <IconPlus size={14} stroke={1.6} />
              <span className={classes.name}>
                Create “<bdi>{newName}</bdi>”
              </span>
            </Combobox.Option>
          )}
        </Combobox.Options>
        {/* Beside the list: a list holds options only. */}
        <Hint {...props} typed={typed} found={tags.length} isNew={newName !== null} />
        {props.foot && <div className={classes.foot}>{props.foot}</div>}
      </Combobox.Dropdown>
    </Combobox>
  )
}

function Hint({
  notice,
  typed,
  found,
  isNew,
}: {
  notice: string | null
  typed: string
  found: number
  isNew: boolean
}) {
  const words =
    notice ??
    (found > MAX_OFFERED ? `${found - MAX_OFFERED} more. Type to search.` : null) ??
    (found === 0 && !isNew
      ? typed.trim()
        ? 'A tag can have 1 to 60 characters.'
        : 'No tags yet. Type a name to make one.'
      : null)
  return words && <p className={classes.hint}>{words}</p>
}

function Option({ tag, share, forMany }: { tag: LeadTag; share: Share; forMany: boolean }) {
  return (
    <Combobox.Option
      value={String(tag.id)}
      className={classes.option}
      aria-selected={share === 'all'}
      aria-checked={share === 'some' ? 'mixed' : share === 'all'}
    >
      {forMany && (
        <Checkbox.Indicator size="xs" checked={share === 'all'} indeterminate={share === 'some'} aria-hidden />
      )}
      <TagDot colour={tag.colour} />
      <bdi className={classes.name} title={tag.name}>
        {tag.name}
      </bdi>
      {!forMany && share === 'all' && <IconCheck size={14} stroke={1.6} className={classes.mark} />}
    </Combobox.Option>
  )
}
