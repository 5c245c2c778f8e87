import { Menu } from '@mantine/core'
import { AddChip, FilterChip } from '../../../../platform/ui/pieces.tsx'
import type { Automation } from '../../contract/records.ts'
import { actionLabels, triggerKinds, triggerLabels } from '../../rules/definition.ts'
import { actionsOf, type Narrowed } from '../rules/list.ts'

interface NarrowMenusProps {
  automations: readonly Automation[]
  narrowed: Narrowed
  onChange(narrowed: Narrowed): void
}

/** Narrows the list to what starts on something, or does something; offers what there is. */
export function NarrowMenus({ automations, narrowed, onChange }: NarrowMenusProps) {
  const triggers = triggerKinds.filter(kind => automations.some(({ definition }) => definition.trigger.kind === kind))
  return (
    <>
      <NarrowMenu
        label="Trigger"
        options={triggers}
        labels={triggerLabels}
        value={narrowed.trigger}
        onChange={trigger => onChange({ ...narrowed, trigger })}
      />
      <NarrowMenu
        label="Action"
        options={actionsOf(automations)}
        labels={actionLabels}
        value={narrowed.action}
        onChange={action => onChange({ ...narrowed, action })}
      />
    </>
  )
}

interface NarrowMenuProps<Kind extends string> {
  label: string
  options: readonly Kind[]
  labels: Readonly<Record<Kind, string>>
  value: Kind | null
  onChange(value: Kind | null): void
}

function NarrowMenu<Kind extends string>({ label, options, labels, value, onChange }: NarrowMenuProps<Kind>) {
  if (value !== null) return <FilterChip name={label} value={labels[value]} onRemove={() => onChange(null)} />
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <AddChip>{label}</AddChip>
      </Menu.Target>
      <Menu.Dropdown>
        {options.map(option => (
          <Menu.Item key={option} onClick={() => onChange(option)}>
            {labels[option]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
