import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { Ring } from '../../../platform/ui/marks/Ring.tsx'
import { type IntakeMail, type MailField, type MailMark, mailFields } from '../contract/mails.ts'
import classes from './Mails.module.css'
import { valueOfMark } from './rules/marks.ts'
import { fieldLabels } from './rules/text.ts'

interface MailFieldListProps {
  mail: IntakeMail
  marks: readonly MailMark[]
  active: MailField
  onActive(field: MailField): void
  onRemove(field: MailField): void
}

/** The eight fields, each with what is marked for it. */
export function MailFieldList({ mail, marks, active, onActive, onRemove }: MailFieldListProps) {
  return (
    <section className={classes.fields} aria-label="Fields">
      <header>
        <h3>Fields</h3>
        <span className={classes.quiet}>
          {marks.length} of {mailFields.length}
        </span>
        <Ring
          turn={marks.length / mailFields.length}
          size={18}
          label={`${marks.length} of ${mailFields.length} fields`}
        />
      </header>
      <ul>
        {mailFields.map((field, place) => {
          const mark = marks.find(each => each.field === field)
          const { label, hue } = fieldLabels[field]
          return (
            <li key={field} data-active={(field === active && !mark) || undefined}>
              <kbd>{place + 1}</kbd>
              <span className={classes.fieldName}>{label}</span>
              {mark ? (
                <>
                  <span className={classes.fieldValue} dir="auto">
                    <i style={{ background: `var(--kt-${hue}-dot)` }} aria-hidden="true" />
                    {valueOfMark(mail, mark)}
                  </span>
                  <ActionIcon variant="subtle" size="sm" aria-label={`Clear ${label}`} onClick={() => onRemove(field)}>
                    <IconX size={13} stroke={1.6} />
                  </ActionIcon>
                </>
              ) : (
                <button type="button" className={classes.fieldEmpty} onClick={() => onActive(field)}>
                  {field === active ? 'Mark it in the mail' : 'Not in this mail'}
                </button>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
