import { Button, useCombobox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, type RefObject, Suspense, useRef, useState } from 'react'
import { AddChip, PanelSection } from '../../../platform/ui/pieces.tsx'
import { sentenceOf } from '../../../platform/web/calls/apiErrors.ts'
import type { LeadRow, LeadTag } from '../../leads/contract/record.ts'
import { useSession } from '../../people/web/client/people.ts'
import { tagsQuery } from './client.ts'
import { pendingKey, usePendingTags } from './pendingTags.ts'
import { TagBadge } from './TagBadge.tsx'
import { TagPicker } from './TagPicker.tsx'
import classes from './Tags.module.css'
import { useLeadTags } from './useLeadTags.ts'

const OwnTags = lazy(async () => ({ default: (await import('./OwnTags.tsx')).OwnTags }))

/** The tags of a lead: looked for or made, added and removed in place. */
export function LeadTags({ lead }: { lead: Pick<LeadRow, 'id' | 'tags'> }) {
  const actions = useLeadTags(lead)
  const pending = usePendingTags()
  const adder = useRef<HTMLButtonElement>(null)
  const remove = (tag: LeadTag) => {
    // The × that was pressed goes away with its tag.
    adder.current?.focus({ preventScroll: true })
    actions.remove(tag)
  }
  return (
    <PanelSection title="Tags" {...(lead.tags.length > 0 ? { count: lead.tags.length } : {})}>
      <div className={classes.tags}>
        {lead.tags.map(tag => (
          <TagBadge
            key={tag.id}
            tag={tag}
            action={pending.get(pendingKey(tag.id, lead.id)) ?? pending.get(pendingKey(tag.id))}
            onRemove={() => remove(tag)}
          />
        ))}
        <AddTag lead={lead} adder={adder} {...actions} remove={remove} />
      </div>
    </PanelSection>
  )
}

interface AddTagProps {
  lead: Pick<LeadRow, 'tags'>
  adder: RefObject<HTMLButtonElement | null>
  add(wanted: LeadTag | string): void
  remove(tag: LeadTag): void
}

function AddTag({ lead, adder, add, remove }: AddTagProps) {
  const [typed, setTyped] = useState('')
  const [managing, setManaging] = useState(false)
  const store = useCombobox({
    onDropdownOpen: () => store.focusSearchInput(),
    onDropdownClose: () => {
      store.resetSelectedOption()
      setTyped('')
    },
  })
  const { data, isLoading, error } = useQuery({ ...tagsQuery, enabled: store.dropdownOpened })
  const { isAgent } = useSession()
  const openOwnTags = () => {
    store.closeDropdown()
    setManaging(true)
  }
  const isOn = (tag: LeadTag) => lead.tags.some(known => known.id === tag.id)
  return (
    <>
      <TagPicker
        store={store}
        position="bottom-start"
        tags={[...(data?.agent ?? []), ...(data?.default ?? [])]}
        shareOf={tag => (isOn(tag) ? 'all' : 'none')}
        typed={typed}
        onType={setTyped}
        onPick={tag => {
          if (isOn(tag)) remove(tag)
          else add(tag)
          store.closeDropdown()
        }}
        onMake={name => {
          add(name)
          store.closeDropdown()
        }}
        notice={error ? sentenceOf(error) : isLoading ? 'Loading...' : null}
        foot={
          isAgent && (
            <Button size="xs" variant="subtle" onClick={openOwnTags}>
              Edit your tags
            </Button>
          )
        }
      >
        <AddChip ref={adder} onClick={() => store.toggleDropdown()}>
          Tag
        </AddChip>
      </TagPicker>
      <Suspense>{managing && <OwnTags onClose={() => setManaging(false)} />}</Suspense>
    </>
  )
}
