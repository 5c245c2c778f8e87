import { usePhoneLibrary } from '../../leads/web/client/phones.ts'

/** A number that is nobody's name: with its country, as blocked and unknown numbers are written. */
export function PlainNumber({ number }: { number: string }) {
  const library = usePhoneLibrary()
  return library?.parsePhoneNumberFromString(number)?.formatInternational() ?? number
}
