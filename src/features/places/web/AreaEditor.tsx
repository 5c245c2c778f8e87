import { Select, TextInput } from '@mantine/core'
import { FormDialog } from '../../../platform/ui/dialogs/FormDialog.tsx'
import { useCallForm } from '../../../platform/web/forms/useCallForm.ts'
import { notify } from '../../../platform/web/page/notices.ts'
import { type ManagedArea, placesCalls } from '../contract.ts'
import { MAX_NAME } from '../rules/paste.ts'
import { cleanName, treeOf, whyNotThere, within } from '../rules/tree.ts'
import { refreshPlaces, saidOfChange } from './client.ts'
import classes from './Places.module.css'
import { choicesOf } from './rules/rows.ts'

interface AreaEditorProps {
  /** `null` makes a new one. */
  area: ManagedArea | null
  parentId: number | null
  areas: readonly ManagedArea[]
  onClose(): void
}

/** What is chosen where an area lies in nothing. */
const NOTHING = 'none'

/** The name of an area, and what it lies in. */
export function AreaEditor({ area, parentId, areas, onClose }: AreaEditorProps) {
  const entry = useCallForm(area ? placesCalls.changeArea : placesCalls.addArea, {
    initial: { name: area?.name ?? '', parent: parentId === null ? NOTHING : String(parentId) },
    inputOf: values =>
      ({ ...(area ? { id: area.id } : {}), name: values.name, parent_id: parentOf(values.parent) }) as never,
    ...(area ? { version: area.version } : {}),
    onSaved(saved: ManagedArea) {
      if (area) saidOfChange(area, saved)
      else {
        void refreshPlaces()
        notify(`Added ${saved.name}.`)
      }
      onClose()
    },
  })
  const { form } = entry
  const { name, parent } = form.values
  const own = new Set(area ? within(treeOf(areas), area.id).map(({ id }) => String(id)) : [])
  const problem =
    name.trim() === '' ? null : whyNotThere(areas, { id: area?.id ?? null, name, parent_id: parentOf(parent) })
  return (
    <FormDialog
      title={area ? `Edit ${area.name}` : 'Add area'}
      action={area ? 'Save' : 'Add area'}
      form={entry}
      maySubmit={cleanName(name) !== '' && problem === null}
      size={440}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        data-autofocus
        maxLength={MAX_NAME}
        {...form.getInputProps('name')}
        error={problem ?? form.errors.name}
      />
      <Select
        label="Lies in"
        searchable
        allowDeselect={false}
        limit={60}
        nothingFoundMessage="No area of that name"
        data={[
          { value: NOTHING, label: 'Nothing: it is a city' },
          ...choicesOf(areas.filter(({ type }) => type !== 'neighbourhood')).filter(({ value }) => !own.has(value)),
        ]}
        {...form.getInputProps('parent')}
      />
      {area && (
        <p className={classes.text}>
          The listing feed and imported files find areas by name. What lies in it moves along.
        </p>
      )}
    </FormDialog>
  )
}

const parentOf = (chosen: string): number | null => (chosen === NOTHING ? null : Number(chosen))
