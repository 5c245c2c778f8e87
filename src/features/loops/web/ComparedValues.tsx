import { Badge } from '../../../platform/ui/pieces.tsx'
import type { ComparedValue } from '../rules/compare.ts'
import classes from './ComparedValues.module.css'

/** Values beside those of a loop; `now` says whose the first are. */
export function ComparedValues({ values, now }: { values: readonly ComparedValue[]; now: string }) {
  return (
    <table className={classes.compared}>
      <thead>
        <tr>
          <td />
          <th scope="col">{now}</th>
          <th scope="col">From the loop</th>
        </tr>
      </thead>
      <tbody>
        {values.map(({ label, before, after, differs }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td data-empty={before === '' || undefined}>{before || 'Empty'}</td>
            <td data-empty={after === '' || undefined} data-new={(after !== '' && after !== before) || undefined}>
              {after || 'Empty'} {differs && <Badge hue="amber">Differs</Badge>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
