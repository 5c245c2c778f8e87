import { Button, useCombobox } from '@mantine/core'
import { IconTag } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '../../../platform/web/calls/apiErrors.ts'
import { undoable } from '../../../platform/web/calls/undoable.ts'
import type { LeadTag } from '../../leads/contract/record.ts'
import type { BulkActionProps, ChosenLeads } from '../../leads/web/extensions.ts'
import type { TagsOfLeads } from '../contract.ts'
import { shareOf } from '../rules.ts'
import { createTag, tagsOfLeadsQuery, tagsQuery, whyNotMade } from './client.ts'
import { changesOf, nextShare, type Share } from './rules/picking.ts'
import { TagPicker } from './TagPicker.tsx'
import { tagMany } from './tagMany.ts'

/** Tags of the chosen leads, with three states: all of them have it, some, none. */
export function BulkTags({ chosen, onDone }: BulkActionProps) {
  const [typed, setTyped] = useState('')
  const store = useCombobox({
    onDropdownOpen: () => store.focusSearchInput(),
    onDropdownClose: () => {
      store.resetSelectedOption()
      setTyped('')
      choice.reset()
    },
  })
  const choice = useChoice(chosen, store.dropdownOpened)
  const { add, remove } = changesOf(choice.was, choice.wanted)
  const make = (name: string) =>
    undoable({
      async run() {
        setTyped('')
        const { run: _, ...tag } = await createTag({ tag: name })
        choice.want(tag, 'all')
      },
      said: () => null,
      failed: whyNotMade,
    })
  const apply = () => {
    store.closeDropdown()
    void tagMany(chosen, { add, remove }, onDone)
  }
  return (
    <TagPicker
      store={store}
      forMany
      position="top-start"
      tags={choice.tags}
      others={choice.others}
      shareOf={tag => choice.wanted.get(tag.id) ?? choice.was.get(tag.id) ?? 'none'}
      typed={typed}
      onType={setTyped}
      onPick={choice.press}
      onMake={name => void make(name)}
      notice={choice.notice}
      foot={
        <>
          <Button size="xs" variant="subtle" onClick={() => store.closeDropdown()}>
            Cancel
          </Button>
          <Button size="xs" disabled={add.length + remove.length === 0} onClick={apply}>
            Apply
          </Button>
        </>
      }
    >
      <button type="button" onClick={() => store.toggleDropdown()}>
        <IconTag size={15} stroke={1.6} />
        Tags
      </button>
    </TagPicker>
  )
}

/** How many of the chosen leads have each tag. */
const sharesOf = (found: TagsOfLeads | undefined): ReadonlyMap<number, Share> =>
  new Map(
    [...(found?.agent ?? []), ...(found?.default ?? [])].map(tag => [tag.id, shareOf(tag.leads, found?.total ?? 0)]),
  )

/** The tags to choose from, what the leads have of them, and what was pressed so far. */
function useChoice(chosen: ChosenLeads, isOpen: boolean) {
  const [wanted, setWanted] = useState<ReadonlyMap<number, Share>>(new Map())
  const [made, setMade] = useState<readonly LeadTag[]>([])
  const usable = useQuery({ ...tagsQuery, enabled: isOpen })
  const present = useQuery({ ...tagsOfLeadsQuery(chosen.selection), enabled: isOpen })
  const was = sharesOf(present.data)
  const lists = [made, usable.data?.agent, present.data?.agent, usable.data?.default, present.data?.default]
  const tags = [...new Map(lists.flatMap(list => list ?? []).map(tag => [tag.id, tag])).values()]
  const want = (tag: LeadTag, share: Share) => setWanted(before => new Map(before).set(tag.id, share))
  const mine = new Set([made, usable.data?.agent].flatMap(list => list?.map(tag => tag.id) ?? []))
  const others = new Set(tags.filter(tag => !tag.permanent && !mine.has(tag.id)).map(tag => tag.id))
  const error = usable.error ?? present.error
  return {
    was,
    wanted,
    tags,
    others,
    notice: error ? sentenceOf(error) : usable.isLoading || present.isLoading ? 'Loading...' : null,
    want(tag: LeadTag, share: Share) {
      setMade(before => [...before, tag])
      want(tag, share)
    },
    press(tag: LeadTag) {
      const before = was.get(tag.id) ?? 'none'
      want(tag, nextShare(before, wanted.get(tag.id) ?? before, !others.has(tag.id)))
    },
    reset() {
      setWanted(new Map())
      setMade([])
    },
  }
}
