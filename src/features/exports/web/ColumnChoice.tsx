import { Button, Checkbox, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { type ExportColumn, exportColumnNames, exportColumns, usualColumns } from '../rules/columns.ts'
import classes from './Export.module.css'
import { groupsOf, headingsOf, toggled } from './rules/choice.ts'

interface ColumnChoiceProps {
  chosen: readonly ExportColumn[]
  onChange(chosen: readonly ExportColumn[]): void
}

/** Which columns the file has, with a search; they stand in the file in the order in which they were chosen. */
export function ColumnChoice({ chosen, onChange }: ColumnChoiceProps) {
  const [search, setSearch] = useState('')
  const groups = groupsOf(search)
  return (
    <fieldset className={classes.columns}>
      <legend className={classes.legend}>Columns</legend>
      <div className={classes.tools}>
        <TextInput
          size="xs"
          aria-label="Find a column"
          placeholder="Find a column"
          leftSection={<IconSearch size={14} stroke={1.6} />}
          value={search}
          onChange={event => setSearch(event.currentTarget.value)}
        />
        <Button size="xs" variant="subtle" onClick={() => onChange(usualColumns)}>
          Usual
        </Button>
        <Button size="xs" variant="subtle" onClick={() => onChange(exportColumnNames)}>
          All
        </Button>
        <Button size="xs" variant="subtle" onClick={() => onChange([])}>
          None
        </Button>
      </div>
      <div className={classes.groups}>
        {groups.map(({ title, columns }) => (
          <section key={title} aria-label={title}>
            <h3 className={classes.group}>{title}</h3>
            {columns.map(name => (
              <Checkbox
                key={name}
                className={classes.column}
                label={exportColumns[name].heading}
                checked={chosen.includes(name)}
                onChange={() => onChange(toggled(chosen, name))}
              />
            ))}
          </section>
        ))}
        {groups.length === 0 && <p className={classes.nothing}>No matching columns.</p>}
      </div>
      <p className={classes.order} aria-live="polite">
        {chosen.length === 0 ? 'Choose at least one column.' : `${chosen.length} in this order: ${headingsOf(chosen)}`}
      </p>
    </fieldset>
  )
}
