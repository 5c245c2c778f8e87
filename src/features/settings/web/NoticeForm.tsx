import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '../../../platform/web/calls/apiErrors.ts'
import { setNotice } from './client.ts'
import classes from './Settings.module.css'

const USUAL = 'We are currently updating the system'

/** A sentence above every screen, for everybody, until it is taken away. */
export function NoticeForm({ notice }: { notice: string | null }) {
  const [text, setText] = useState(notice ?? USUAL)
  const set = useMutation(setNotice)
  return (
    <section className={classes.section} aria-label="System notice">
      <h2 className={classes.title}>System notice</h2>
      <p className={classes.words}>
        A dismissible banner above every screen. {notice === null ? 'No banner right now.' : 'Showing now:'}
      </p>
      {notice !== null && (
        <div className={`${classes.state} ${classes.calm}`} role="status">
          <span>{notice || USUAL}</span>
          <Button variant="default" loading={set.isPending} onClick={() => set.mutate(null)}>
            Remove
          </Button>
        </div>
      )}
      <form
        className={classes.fields}
        onSubmit={event => {
          event.preventDefault()
          set.mutate(text.trim())
        }}
      >
        <TextInput
          className={classes.grow}
          label="Sentence"
          maxLength={300}
          value={text}
          onChange={event => setText(event.currentTarget.value)}
        />
        <Button type="submit" size="md" variant="default" disabled={text.trim() === '' || text === notice}>
          Show to everyone
        </Button>
      </form>
      <p className={classes.failure} role="alert">
        {set.error && sentenceOf(set.error)}
      </p>
    </section>
  )
}
