import { Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconPhoneOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Initials, KeyHint } from '../../../platform/ui/pieces.tsx'
import { noQuery } from '../../../platform/web/calls/queryOf.ts'
import { initialsOf } from '../../../platform/web/text.ts'
import { fullName } from '../../leads/rules.ts'
import type { NumberLookup } from '../contract.ts'
import classes from './BlockedNumbers.module.css'
import { blockNumber, lookupQuery } from './client.ts'

const SHORTEST = 7

/** Blocks the number that is typed; before that it says whom that would cut off. */
export function BlockForm() {
  const [number, setNumber] = useState('')
  const [reason, setReason] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [settled] = useDebouncedValue(number.trim(), 200)
  const mayBeNumber = settled.replace(/\D/g, '').length >= SHORTEST
  const { data } = useQuery(mayBeNumber ? lookupQuery(settled) : noQuery)
  const known = number.trim() === settled ? (data as NumberLookup | undefined) : undefined
  const block = async (event: FormEvent) => {
    event.preventDefault()
    if (!number.trim() || isBusy) return
    setBusy(true)
    const blocked = await blockNumber(number.trim(), reason.trim())
    setBusy(false)
    if (!blocked) return
    setNumber('')
    setReason('')
  }
  return (
    <form className={classes.form} onSubmit={block}>
      <TextInput
        className={classes.number}
        aria-label="Number to block"
        placeholder="Number to block"
        type="tel"
        autoComplete="off"
        leftSection={<IconPhoneOff size={15} stroke={1.6} />}
        value={number}
        onChange={event => setNumber(event.currentTarget.value)}
      />
      <TextInput
        className={classes.reason}
        aria-label="Why"
        placeholder="Why (optional)"
        maxLength={200}
        value={reason}
        onChange={event => setReason(event.currentTarget.value)}
      />
      <Button
        type="submit"
        disabled={!number.trim() || known?.is_blocked}
        loading={isBusy}
        rightSection={<KeyHint keys="↵" />}
      >
        Block number
      </Button>
      <output className={classes.known}>{known && <Known lookup={known} />}</output>
    </form>
  )
}

function Known({ lookup: { number, lead, is_blocked } }: { lookup: NumberLookup }) {
  if (number === null) return 'This is not a phone number yet.'
  if (is_blocked) return 'This number is blocked already.'
  if (!lead) return 'No lead has this number.'
  return (
    <>
      <Initials text={initialsOf(lead.first_name, lead.last_name) || '?'} hue="moss" size={24} />
      <span>
        This is <b>{fullName(lead) || 'a lead without a name'}</b>
        {lead.is_own && ', your lead'}. They won’t reach you, and you can’t reach them.
      </span>
    </>
  )
}
