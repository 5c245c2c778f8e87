import { centsText } from './plan.ts'

/** Whole cents of dollars as answers have them. */
export const inCents = (dollars: number): number => Math.round(dollars * 100)

/** Dollars to the cent, as statements write them: $1,240.00. */
export const exact = (dollars: number): string => centsText(BigInt(inCents(dollars)))

/** Percents as people write them: 80 %. */
export const percent = (value: number): string => `${Number(value.toFixed(4))} %`
