import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '../../../platform/web/calls/apiErrors.ts'
import { notify } from '../../../platform/web/page/notices.ts'
import { type IntakeMail, type MailField, type MailFields, type MailMark, mailFields } from '../contract/mails.ts'
import { ignoreMail, makeByHand } from './client.ts'
import { MailFieldList } from './MailFieldList.tsx'
import classes from './Mails.module.css'
import { MailText } from './MailText.tsx'
import { MailTrial } from './MailTrial.tsx'
import { suggestedMarks, valueOfMark, withMark } from './rules/marks.ts'

/** One mail: its text to mark, the fields, and what the marks would read of the sender's other mails. */
export function MailWorkbench({ mail }: { mail: IntakeMail }) {
  const [marks, setMarks] = useState<readonly MailMark[]>(() => suggestedMarks(mail))
  const [active, setActive] = useState<MailField>(() => nextField(suggestedMarks(mail)))
  const failed = (error: unknown) => notify(sentenceOf(error))
  const byHand = useMutation({
    mutationFn: () => makeByHand(mail.id, valuesOf(mail, marks)),
    onSuccess: () => notify('The lead was added.'),
    onError: failed,
  })
  const ignore = useMutation({
    mutationFn: () => ignoreMail(mail.id),
    onSuccess: () => notify('Put aside. The mail is kept.'),
    onError: failed,
  })
  const add = (mark: MailMark) => {
    const next = withMark(marks, mark)
    setMarks(next)
    setActive(nextField(next))
  }
  const remove = (field: MailField) => {
    setMarks(marks.filter(mark => mark.field !== field))
    setActive(field)
  }
  return (
    <div className={classes.workbench}>
      <MailText mail={mail} marks={marks} active={active} onMark={add} />
      <MailFieldList mail={mail} marks={marks} active={active} onActive={setActive} onRemove={remove} />
      <MailTrial
        mail={mail}
        marks={marks}
        onByHand={() => byHand.mutate()}
        onIgnore={() => ignore.mutate()}
        isBusy={byHand.isPending || ignore.isPending}
      />
    </div>
  )
}

const nextField = (marks: readonly MailMark[]): MailField =>
  mailFields.find(field => !marks.some(mark => mark.field === field)) ?? 'first_name'

const valuesOf = (mail: IntakeMail, marks: readonly MailMark[]): MailFields =>
  Object.fromEntries(marks.map(mark => [mark.field, valueOfMark(mail, mark)]))
