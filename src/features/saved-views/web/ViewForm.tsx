import { Button, Checkbox, Select, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { CallForm } from '../../../platform/web/forms/useCallForm.ts'
import { NAME_LENGTH, type SavedView, type ViewSharing } from '../contract.ts'
import { viewSharingQuery } from './client.ts'
import classes from './Views.module.css'

/** With whom a view is shared, as the form sends it. */
interface Shared {
  sharing: ViewSharing
  team_id?: number
}

/** What the form of a view holds. */
export interface ViewValues extends Record<string, unknown> {
  /** `null` until somebody types: then it is what the view is called without that. */
  name: string | null
  shared: string
  withColumns: boolean
}

/** The form as it is opened. */
export const viewValues = (view: SavedView | null): ViewValues => ({
  name: view?.name ?? null,
  shared: sharedValue(view),
  withColumns: view ? view.columns !== null : false,
})

/** What of the form is sent: only what was changed. */
export function viewFields(
  { name, shared, withColumns }: ViewValues,
  { view, suggested, columns }: { view: SavedView | null; suggested: string; columns: readonly string[] },
): { name: string; columns?: string[] | null } & Partial<Shared> {
  const sharing = shared === sharedValue(view) ? {} : readShared(shared)
  const hadColumns = view !== null && view.columns !== null
  const columnsToo = withColumns === hadColumns ? {} : { columns: withColumns ? [...columns] : null }
  return { name: (name ?? suggested).trim(), ...columnsToo, ...sharing }
}

interface ViewFormProps {
  /** What stands in the field until somebody types. */
  suggested: string
  view: SavedView | null
  entry: CallForm<ViewValues>
}

/** Name, sharing and columns of a view. The name is filled in and marked: Enter saves. */
export function ViewForm({ suggested, view, entry: { form, failure, isSending, submit } }: ViewFormProps) {
  const options = useSharingOptions(view)
  const name = form.values.name ?? suggested
  return (
    <form className={classes.form} onSubmit={event => void submit(event)}>
      <TextInput
        label="Name"
        data-autofocus
        maxLength={NAME_LENGTH}
        {...form.getInputProps('name')}
        value={name}
        onFocus={event => event.currentTarget.select()}
      />
      {options.length > 1 && (
        <Select
          label="Visible to"
          data={options}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          {...form.getInputProps('shared')}
        />
      )}
      <Checkbox label="Include current columns" {...form.getInputProps('withColumns', { type: 'checkbox' })} />
      {failure !== null && (
        <Text size="sm" c="red" role="alert">
          {failure}
        </Text>
      )}
      <Button type="submit" disabled={name.trim() === ''} loading={isSending} fullWidth>
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
