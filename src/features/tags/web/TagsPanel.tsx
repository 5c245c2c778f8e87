import { Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { FrameActions } from '../../../platform/ui/frame/Frame.tsx'
import { ToggleChip } from '../../../platform/ui/pieces.tsx'
import { EmptyState, ErrorState } from '../../../platform/ui/states.tsx'
import { textInAddress } from '../../../platform/web/forms/addressFields.ts'
import { useInAddress } from '../../../platform/web/forms/useInAddress.ts'
import { count } from '../../../platform/web/text.ts'
import type { ManagedTag } from '../contract.ts'
import { managedTagsQuery, type TagSearch } from './client.ts'
import { MergeTag } from './MergeTag.tsx'
import { TagEditor } from './TagEditor.tsx'
import classes from './TagsPanel.module.css'
import { TagsTable } from './TagsTable.tsx'

type Owner = NonNullable<TagSearch['owner']>

const owners: readonly { value: Owner; label: string }[] = [
  { value: 'default', label: 'Default' },
  { value: 'agents', label: 'Agents’' },
]

const Shown = z.object({ search: textInAddress, owner: z.enum(['default', 'agents']).nullable().catch(null) })

/** Tags to look after: every one for administrators, an agent's own for agents. */
export function TagsPanel({ isOwn = false }: { isOwn?: boolean }) {
  const [{ search, owner }, show] = useInAddress(Shown)
  const [edited, setEdited] = useState<ManagedTag | 'new' | null>(null)
  const [merged, setMerged] = useState<ManagedTag | null>(null)
  const [asked] = useDebouncedValue(
    { ...(search.trim() ? { search: search.trim() } : {}), ...(owner ? { owner } : {}) },
    200,
  )
  const { data, error, refetch } = useQuery(managedTagsQuery(asked))
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  const isNarrowed = Boolean(asked.search || asked.owner)
  const add = (
    <Button leftSection={<IconPlus size={15} stroke={1.6} />} onClick={() => setEdited('new')}>
      Add tag
    </Button>
  )
  return (
    <>
      <search className={classes.bar}>
        <TextInput
          className={classes.search}
          type="search"
          aria-label="Find a tag"
          placeholder="Find a tag"
          leftSection={<IconSearch size={15} stroke={1.6} />}
          value={search}
          onChange={event => show({ search: event.currentTarget.value })}
        />
        {!isOwn &&
          owners.map(({ value, label }) => (
            <ToggleChip key={value} on={owner === value} onChange={on => show({ owner: on ? value : null })}>
              {label}
            </ToggleChip>
          ))}
        <output className={classes.count}>{data && viewCountText(data.total, data.data.length)}</output>
        <FrameActions>{add}</FrameActions>
      </search>
      {data?.data.length === 0 ? (
        <EmptyState title={isNarrowed ? 'No tag of that name' : 'No tags yet'} actions={!isNarrowed && add}>
          {isNarrowed ? 'Try part of the name, or shared tags.' : 'Label leads with tags, then filter lists by them.'}
        </EmptyState>
      ) : (
        <TagsTable tags={data?.data ?? null} isOwn={isOwn} onEdit={setEdited} onMerge={setMerged} />
      )}
      {edited && <TagEditor tag={edited === 'new' ? null : edited} isOwn={isOwn} onClose={() => setEdited(null)} />}
      {merged && <MergeTag tag={merged} onClose={() => setMerged(null)} />}
    </>
  )
}

const viewCountText = (total: number, shown: number): string => {
  const text = `${count(total)} ${total === 1 ? 'tag' : 'tags'}`
  return shown < total ? `The first ${count(shown)} of ${text}` : text
}
