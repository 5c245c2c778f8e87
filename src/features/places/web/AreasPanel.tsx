import { Button, TextInput } from '@mantine/core'
import { IconClipboardText, IconPlus, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { FrameActions, FrameBar } from '../../../platform/ui/frame/Frame.tsx'
import { Loading, ToggleChip } from '../../../platform/ui/pieces.tsx'
import { EmptyState, ErrorState } from '../../../platform/ui/states.tsx'
import { textInAddress } from '../../../platform/web/forms/addressFields.ts'
import { useInAddress } from '../../../platform/web/forms/useInAddress.ts'
import { count } from '../../../platform/web/text.ts'
import type { ManagedArea } from '../contract.ts'
import { AreaDialogs, type OpenDialog } from './AreaDialogs.tsx'
import { AreasTable } from './AreasTable.tsx'
import { areaMergesQuery, managedAreasQuery } from './client.ts'
import { MergesTable } from './MergesTable.tsx'
import classes from './Places.module.css'
import { rowsOf } from './rules/rows.ts'

const Shown = z.object({ search: textInAddress, only: z.enum(['retired', 'merged']).nullable().catch(null) })

/** The tree of areas, and what can be done with each. */
export function AreasPanel() {
  const [{ search, only }, show] = useInAddress(Shown)
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const { data, error, refetch } = useQuery(managedAreasQuery)
  const { data: merges, isPending } = useQuery(areaMergesQuery)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data || isPending) return <Loading />
  const actions = (
    <>
      <Button
        variant="default"
        leftSection={<IconClipboardText size={15} stroke={1.6} aria-hidden />}
        onClick={() => setDialog({ does: 'paste' })}
      >
        Paste a list
      </Button>
      <Button
        leftSection={<IconPlus size={15} stroke={1.6} aria-hidden />}
        onClick={() => setDialog({ does: 'add', parent_id: null })}
      >
        Add area
      </Button>
    </>
  )
  return (
    <>
      {data.length > 0 && (
        <>
          <FrameActions>{actions}</FrameActions>
          <FrameBar>
            <TextInput
              className={classes.search}
              type="search"
              aria-label="Find an area"
              placeholder="Find an area"
              leftSection={<IconSearch size={15} stroke={1.6} />}
              value={search}
              onChange={event => show({ search: event.currentTarget.value })}
            />
            <ToggleChip on={only === 'retired'} onChange={isOn => show({ only: isOn ? 'retired' : null })}>
              Retired {count(data.filter(area => area.is_retired).length)}
            </ToggleChip>
            <ToggleChip on={only === 'merged'} onChange={isOn => show({ only: isOn ? 'merged' : null })}>
              Merged {merges && count(merges.length)}
            </ToggleChip>
            {only !== 'merged' && <output className={classes.count}>{count(data.length)} areas</output>}
          </FrameBar>
        </>
      )}
      {only === 'merged' ? (
        <MergesTable search={search} onDo={setDialog} />
      ) : (
        <Tree areas={data} search={search} onlyRetired={only === 'retired'} actions={actions} onDo={setDialog} />
      )}
      {dialog && <AreaDialogs dialog={dialog} areas={data} onClose={() => setDialog(null)} />}
    </>
  )
}

interface TreeProps {
  areas: readonly ManagedArea[]
  search: string
  onlyRetired: boolean
  actions: React.ReactNode
  onDo(dialog: OpenDialog): void
}

function Tree({ areas, search, onlyRetired, actions, onDo }: TreeProps) {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  if (areas.length === 0)
    return (
      <EmptyState title="No areas yet" actions={actions}>
        Cities with their districts and neighborhoods. Paste a list that you have, or add the areas of the region in
        First steps.
      </EmptyState>
    )
  const rows = rowsOf(areas, { search, open, onlyRetired })
  if (rows.length === 0)
    return (
      <EmptyState title={search.trim() === '' ? 'No area is retired' : 'No area of that name'}>
        {search.trim() === '' ? 'Retired areas stay on what has them.' : 'Try part of the name.'}
      </EmptyState>
    )
  const turn = (id: number) => {
    const next = new Set(open)
    if (!next.delete(id)) next.add(id)
    setOpen(next)
  }
  return <AreasTable rows={rows} onTurn={turn} onDo={onDo} />
}
