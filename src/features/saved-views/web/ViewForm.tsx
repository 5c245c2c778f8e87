import { Button, Checkbox, Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { NAME_LENGTH, type SavedView, type ViewSharing } from '../contract.ts'
import { viewSharingQuery } from './client.ts'
import classes from './Views.module.css'

/** With whom a view is shared, as the form sends it. */
interface Shared {
  sharing: ViewSharing
  team_id?: number
}

interface ViewFormProps {
  /** What stands in the field until somebody types. */
  name: string
  view: SavedView | null
  /** The columns that the list shows. */
  columns: readonly string[]
  onSubmit(fields: { name: string; columns?: string[] | null } & Partial<Shared>): Promise<unknown>
}

/** Name, sharing and columns of a view. The name is filled in and marked: Enter saves. */
export function ViewForm({ name: suggested, view, columns, onSubmit }: ViewFormProps) {
  const [typed, setTyped] = useState<string | null>(view?.name ?? null)
  const [shared, setShared] = useState<string>(sharedValue(view))
  const savedColumns = view?.columns ?? null
  const [withColumns, setWithColumns] = useState(savedColumns !== null)
  const [isSaving, setSaving] = useState(false)
  const options = useSharingOptions(view)
  const name = (typed ?? suggested).trim()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (name === '' || isSaving) return
    setSaving(true)
    const sharing = shared === sharedValue(view) ? {} : readShared(shared)
    const columnsToo = withColumns === (savedColumns !== null) ? {} : { columns: withColumns ? [...columns] : null }
    await onSubmit({ name, ...columnsToo, ...sharing }).catch(() => setSaving(false))
  }
  return (
    <form className={classes.form} onSubmit={submit}>
      <TextInput
        label="Name"
        data-autofocus
        maxLength={NAME_LENGTH}
        value={typed ?? suggested}
        onFocus={event => event.currentTarget.select()}
        onChange={event => setTyped(event.currentTarget.value)}
      />
      {options.length > 1 && (
        <Select
          label="Visible to"
          data={options}
          value={shared}
          allowDeselect={false}
          onChange={value => value && setShared(value)}
          comboboxProps={{ withinPortal: false }}
        />
      )}
      <Checkbox
        label="Include current columns"
        checked={withColumns}
        onChange={event => setWithColumns(event.currentTarget.checked)}
      />
      <Button type="submit" disabled={name === ''} loading={isSaving} fullWidth>
        {view ? 'Save' : 'Save view'}
      </Button>
    </form>
  )
}

const sharedValue = (view: SavedView | null): string =>
  view?.sharing === 'team' ? `team ${view.team?.id}` : (view?.sharing ?? 'private')

function readShared(value: string): Shared {
  const team = /^team (\d+)$/.exec(value)?.[1]
  return team ? { sharing: 'team', team_id: Number(team) } : { sharing: value === 'all' ? 'all' : 'private' }
}

function useSharingOptions(view: SavedView | null): { value: string; label: string }[] {
  const may = useQuery(viewSharingQuery).data
  const teams = (may?.teams ?? []).map(team => ({ value: `team ${team.id}`, label: team.name }))
  const isOwn = view === null || view.is_own
  return [
    { value: 'private', label: isOwn ? 'Only me' : `Only ${view.owner.name}` },
    ...teams,
    ...(may?.all ? [{ value: 'all', label: 'Everyone' }] : []),
  ]
}
