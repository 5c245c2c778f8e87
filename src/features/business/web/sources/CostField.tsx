import { NumberInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '../../../../platform/web/calls/apiErrors.ts'
import { saveCost } from '../../../reports/web/client.ts'

interface CostFieldProps {
  source: string
  label: string
  /** Its first day. */
  month: string
  /** Dollars that were entered; `null` for none. */
  known: number | null
}

/** What a source costs in a month, saved when the field is left or Enter is pressed; what is refused stays with its reason. */
export function CostField({ source, label, month, known }: CostFieldProps) {
  const [value, setValue] = useState<number | string>(known ?? '')
  const { mutate, error, isPending } = useMutation({ mutationFn: saveCost })
  const cost = value === '' ? null : Number(value)
  const save = () => cost !== known && !isPending && mutate({ source, month, cost })
  return (
    <NumberInput
      size="xs"
      w={104}
      aria-label={`Cost of ${label}`}
      prefix="$"
      thousandSeparator=","
      decimalScale={2}
      min={0}
      max={10_000_000}
      hideControls
      value={value}
      error={error ? sentenceOf(error) : undefined}
      onChange={setValue}
      onBlur={save}
      onKeyDown={event => event.key === 'Enter' && save()}
    />
  )
}
