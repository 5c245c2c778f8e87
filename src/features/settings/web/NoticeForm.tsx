import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { FrameSection } from '../../../platform/ui/frame/Frame.tsx'
import { sentenceOf } from '../../../platform/web/calls/apiErrors.ts'
import { setNotice } from './client.ts'
import { SettingHistory } from './SettingHistory.tsx'
import classes from './Settings.module.css'

const USUAL = 'We are currently updating the system'

/** A sentence above every screen, for everybody, until it is taken away. */
export function NoticeForm({ notice }: { notice: string | null }) {
  const [text, setText] = useState(notice ?? USUAL)
  const [reason, setReason] = useState('')
  const set = useMutation({ mutationFn: setNotice })
  return (
    <FrameSection title="System notice">
      <div className={classes.section}>
        <p className={classes.text}>
          A dismissible banner above every screen. {notice === null ? 'No banner right now.' : 'Showing now:'}
        </p>
        {notice !== null && (
          <div className={`${classes.state} ${classes.calm}`} role="status">
            <span>{notice || USUAL}</span>
            <Button variant="default" loading={set.isPending} onClick={() => set.mutate({ notice: null })}>
              Remove
            </Button>
          </div>
        )}
        <form
          className={classes.fields}
          onSubmit={event => {
            event.preventDefault()
            set.mutate({ notice: text.trim(), reason: reason.trim() || undefined })
            setReason('')
          }}
        >
          <TextInput
            className={classes.grow}
            label="Sentence"
            maxLength={300}
            value={text}
            onChange={event => setText(event.currentTarget.value)}
          />
          <TextInput
            className={classes.grow}
            label="Reason"
            placeholder="Optional. Kept in the history"
            maxLength={300}
            value={reason}
            onChange={event => setReason(event.currentTarget.value)}
          />
          <Button type="submit" size="md" variant="default" disabled={text.trim() === '' || text === notice}>
            Show to everyone
          </Button>
        </form>
        <p className={classes.failure} role="alert">
          {set.error && sentenceOf(set.error)}
        </p>
        <SettingHistory subject="notice" subject_id="notice" />
      </div>
    </FrameSection>
  )
}
