import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { sentenceOf } from '../../../platform/web/calls/apiErrors.ts'
import { checkNumber } from './client.ts'
import classes from './DoNotCall.module.css'

/** Looks one number up in the list in force. */
export function CheckNumber() {
  const [number, setNumber] = useState('')
  const { mutate, isPending, data, error, reset } = useMutation({ mutationFn: checkNumber })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    mutate(number)
  }
  return (
    <form className={classes.check} onSubmit={submit}>
      <TextInput
        label="Is a number on it?"
        type="tel"
        placeholder="416 555 0142"
        value={number}
        maxLength={40}
        onChange={event => {
          setNumber(event.currentTarget.value)
          reset()
        }}
      />
      <Button type="submit" variant="default" loading={isPending} disabled={number.trim() === ''}>
        Look up
      </Button>
      <span role="status" className={classes.answer}>
        {error && sentenceOf(error)}
        {data && answerText(data)}
      </span>
    </form>
  )
}

function answerText({ number, is_listed }: { number: string | null; is_listed: boolean }): string {
  if (number === null) return 'That is not a phone number.'
  return is_listed ? `${number} is on the list.` : `${number} is not on the list.`
}
