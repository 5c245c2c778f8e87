import { Select } from '@mantine/core'
import { type MappedField, mappedFields } from '../../contract/mapping.ts'
import { type Leaf, pathText } from '../../rules/mapping.ts'
import classes from '../Intake.module.css'
import { mappedLabels } from '../rules/text.ts'

type Paths = Partial<Record<MappedField, string>>

interface FieldRowsProps {
  leaves: readonly Leaf[]
  paths: Paths
  onChange(paths: Paths): void
}

/** Each of our fields with the value that it is taken from, and what that is in the request that is shown. */
export function FieldRows({ leaves, paths, onChange }: FieldRowsProps) {
  const known = new Map(leaves.map(({ path, value }) => [path, value]))
  // What is mapped stays to be seen where this request has it not.
  const missing = Object.values(paths).filter(path => !known.has(path))
  const options = [...new Set([...known.keys(), ...missing])].map(path => ({ value: path, label: pathText(path) }))
  return (
    <ul className={classes.fieldRows} aria-label="Fields">
      {mappedFields.map(field => {
        const path = paths[field]
        return (
          <li key={field}>
            <span className={classes.strong}>{mappedLabels[field]}</span>
            <Select
              aria-label={mappedLabels[field]}
              placeholder="Not in it"
              data={options}
              value={path ?? null}
              onChange={chosen => onChange({ ...paths, [field]: chosen ?? undefined })}
              searchable
              clearable
              comboboxProps={{ withinPortal: true }}
            />
            <span className={classes.cut} dir="auto">
              {path === undefined ? '' : (known.get(path) ?? 'Not in this request')}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
