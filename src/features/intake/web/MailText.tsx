import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type RefObject, useRef, useState } from 'react'
import { useShortcuts } from '../../../platform/web/page/keys.ts'
import { fullTime } from '../../../platform/web/time/time.ts'
import { type IntakeMail, type MailField, type MailMark, mailFields } from '../contract/mails.ts'
import classes from './Mails.module.css'
import { segmentsOf, trimmedRange } from './rules/marks.ts'
import { fieldLabels } from './rules/text.ts'

type Part = MailMark['part']
interface Chosen {
  part: Part
  start: number
  end: number
}

interface MailTextProps {
  mail: IntakeMail
  marks: readonly MailMark[]
  /** The field that a selection becomes unless another one is chosen. */
  active: MailField
  onMark(mark: MailMark): void
}

/** The mail to the letter. What is selected becomes a field: by its number, by the button, or by the menu beside it. */
export function MailText({ mail, marks, active, onMark }: MailTextProps) {
  const subject = useRef<HTMLElement>(null)
  const text = useRef<HTMLElement>(null)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const look = () => setChosen(chosenIn(subject, 'subject', mail.subject) ?? chosenIn(text, 'text', mail.text))
  const mark = (field: MailField) => {
    const now = chosen ?? chosenIn(subject, 'subject', mail.subject) ?? chosenIn(text, 'text', mail.text)
    if (!now) return
    onMark({ field, ...now })
    window.getSelection()?.removeAllRanges()
    setChosen(null)
  }
  useShortcuts(
    mailFields.map((field, place) => ({
      keys: String(place + 1),
      label: `Mark as ${fieldLabels[field].label.toLowerCase()}`,
      group: 'Intake',
      run: () => mark(field),
    })),
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: reads what is selected in the text; marking has keys and buttons
    <div className={classes.mail} onMouseUp={look} onKeyUp={look}>
      <dl className={classes.mailHead}>
        <dt>From</dt>
        <dd dir="auto">
          {mail.sender_name} &lt;{mail.sender}&gt;
        </dd>
        <dt>Subject</dt>
        <dd dir="auto" ref={subject}>
          <Marked text={mail.subject} marks={marks} part="subject" />
        </dd>
        <dt>Received</dt>
        <dd>
          {fullTime(mail.received_at)}
          {mail.signed_by && ` · signed by ${mail.signed_by}`}
        </dd>
      </dl>
      {mail.problem && <p className={classes.problem}>{mail.problem}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={classes.mailText} dir="auto" ref={text} tabIndex={0} aria-label="Mail">
        <Marked text={mail.text} marks={marks} part="text" />
      </section>
      {chosen && (
        <div className={classes.markBar} role="toolbar" aria-label="Selected text">
          <Button size="compact-sm" onMouseDown={event => event.preventDefault()} onClick={() => mark(active)}>
            {fieldLabels[active].label} <kbd>{mailFields.indexOf(active) + 1}</kbd>
          </Button>
          <Menu position="bottom-end" withinPortal>
            <Menu.Target>
              <Button
                size="compact-sm"
                variant="default"
                aria-label="Another field"
                onMouseDown={event => event.preventDefault()}
              >
                <IconChevronDown size={14} stroke={1.6} />
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {mailFields.map(field => (
                <Menu.Item key={field} onClick={() => mark(field)}>
                  {fieldLabels[field].label}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        </div>
      )}
    </div>
  )
}

function Marked({ text, marks, part }: { text: string; marks: readonly MailMark[]; part: Part }) {
  return segmentsOf(text, marks, part).map(segment =>
    segment.field === null ? (
      <span key={segment.start}>{segment.text}</span>
    ) : (
      <mark
        key={segment.start}
        title={fieldLabels[segment.field].label}
        style={{
          background: `var(--kt-${fieldLabels[segment.field].hue}-tint)`,
          color: `var(--kt-${fieldLabels[segment.field].hue}-text)`,
          borderColor: `var(--kt-${fieldLabels[segment.field].hue}-dot)`,
        }}
      >
        {segment.text}
      </mark>
    ),
  )
}

/** What is selected within a part, by characters; `null` for nothing. */
function chosenIn(box: RefObject<HTMLElement | null>, part: Part, text: string): Chosen | null {
  const selection = window.getSelection()
  if (!box.current || !selection || selection.isCollapsed || selection.rangeCount === 0) return null
  const range = selection.getRangeAt(0)
  if (!box.current.contains(range.startContainer) || !box.current.contains(range.endContainer)) return null
  const before = document.createRange()
  before.selectNodeContents(box.current)
  before.setEnd(range.startContainer, range.startOffset)
  const start = before.toString().length
  const trimmed = trimmedRange(text, start, start + range.toString().length)
  return trimmed && { part, ...trimmed }
}
