import { Button, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog } from '../../../platform/ui/dialogs/Dialog.tsx'
import { useCallForm } from '../../../platform/web/forms/useCallForm.ts'
import { notify } from '../../../platform/web/page/notices.ts'
import { count } from '../../../platform/web/text.ts'
import { type ManagedTag, tagCalls } from '../contract.ts'
import { whyNotMerge } from '../rules.ts'
import { managedTagsQuery, refreshTags } from './client.ts'
import classes from './TagsPanel.module.css'
import { bringBack } from './tagActions.ts'

const owned = (tag: ManagedTag) => ({ id: tag.id, agent_id: tag.owner?.id ?? null })

/** Lets another tag stand for this one: its leads move there in the background. */
export function MergeTag({ tag, onClose }: { tag: ManagedTag; onClose(): void }) {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<ManagedTag | null>(null)
  const [search] = useDebouncedValue(typed === chosen?.name ? '' : typed.trim(), 200)
  const { data } = useQuery(managedTagsQuery(search ? { search } : {}))
  const possible = (data?.data ?? []).filter(
    each => each.merged_into === null && whyNotMerge(owned(tag), owned(each)) === null,
  )
  const offered = chosen && !possible.some(each => each.id === chosen.id) ? [chosen, ...possible] : possible
  const { isSending, failure, submit } = useCallForm(tagCalls.merge, {
    initial: {},
    inputOf: () => ({ id: tag.id, into: chosen?.id ?? 0 }),
    onSaved() {
      void refreshTags()
      notify(`Merging ${tag.name} into ${chosen?.name}.`, {
        destructive: true,
        action: { label: 'Undo', run: () => void bringBack(tag) },
      })
      onClose()
    },
  })
  return (
    <Dialog opened onClose={onClose} title={`Merge ${tag.name}`} size={440}>
      <form className={classes.form} onSubmit={event => void submit(event)}>
        <Select
          label="Into"
          placeholder="Find a tag"
          data-autofocus
          searchable
          data={offered.map(each => ({
            value: String(each.id),
            label: each.owner ? `${each.name} (${each.owner.name})` : each.name,
          }))}
          // The server has searched already.
          filter={({ options }) => options}
          nothingFoundMessage="No tag of that name"
          searchValue={typed}
          onSearchChange={setTyped}
          value={chosen && String(chosen.id)}
          onChange={value => setChosen(offered.find(each => String(each.id) === value) ?? null)}
        />
        <p className={classes.text}>
          {chosen
            ? `${leadText(tag)} “${chosen.name}” instead. “${tag.name}” is deleted.`
            : 'Its leads get the other tag, and this tag is deleted.'}
        </p>
        <footer className={classes.footer}>
          {failure && (
            <p className={classes.failure} role="alert">
              {failure}
            </p>
          )}
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" color="red" loading={isSending} disabled={!chosen}>
            Merge
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}

const leadText = ({ leads, leads_is_capped }: ManagedTag): string =>
  leads === 1 ? '1 lead gets' : `${leads_is_capped ? 'More than ' : ''}${count(leads)} leads get`
