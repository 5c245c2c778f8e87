import type { MailField, MailFields } from '../contract/mails.ts'
import { cleanValue, emailIn, MAX_TEXT, phoneIn, splitName } from './mailFields.ts'

type Label = MailField | 'name' | 'agent'

/** How portals label their lines, in English and French, without accents and in lower case. */
const labels: ReadonlyMap<string, Label> = new Map(
  Object.entries({
    name: [
      'name, full name, your name, customer name, customer, client name, client, lead name, lead, contact name, contact, prospect',
      'prospect name, buyer, buyer name, renter, renter name, tenant name, visitor, visitor name, inquirer, from name, sender name',
      'nom complet, nom du client, nom et prenom, prenom et nom, nom du visiteur, client potentiel, votre nom, acheteur, locataire, expediteur',
    ],
    first_name: ['first name, first, given name, firstname, prenom, prenoms'],
    last_name: ['last name, last, surname, family name, lastname, nom, nom de famille'],
    email: [
      'email, e-mail, email address, e-mail address, mail, contact email, customer email, lead email, your email, client email',
      'courriel, adresse courriel, adresse e-mail, adresse email, adresse electronique, courrier electronique, votre courriel, mel',
    ],
    phone: [
      'phone, phone number, telephone, tel, mobile, cell, cell phone, mobile phone, contact number, contact phone, daytime phone',
      'home phone, customer phone, lead phone, your phone, telephone number, numero de telephone, no de telephone, cellulaire',
      'telephone cellulaire, portable, tel., numero, telephone mobile',
    ],
    mls_number: [
      'mls, mls#, mls #, mls number, mls no, mls no., mls id, mls®, mls® number, mls® #, listing number, listing id, listing #',
      'no mls, numero mls, no centris, numero centris, centris, centris no, no. mls, numero d’inscription, numero d inscription',
    ],
    address: [
      'property address, address, property, listing, listing address, home, unit, about property, regarding property, re property',
      'property of interest, adresse, propriete, adresse de la propriete, adresse de l’inscription, inscription, logement, immeuble',
    ],
    price: ['price, list price, listing price, asking price, rent, prix, prix demande, loyer, prix affiche'],
    message: [
      'message, comments, comment, question, questions, customer comments, notes, note, inquiry, enquiry, their message',
      'commentaire, commentaires, demande, remarques, precisions, leur message, votre message',
    ],
    agent: [
      'agent, listing agent, your agent, agent name, broker, realtor, brokerage, agent details, agent information, listing agent details',
      'courtier, courtier inscripteur, agence, votre courtier, nom du courtier, coordonnees du courtier, sent to, assigned to, assigned agent',
    ],
  } satisfies Record<Label, string[]>).flatMap(([label, lists]) =>
    lists.flatMap(list => list.split(', ').map((name): [string, Label] => [name, label as Label])),
  ),
)

/** Headings after which the lines are about the lead again. */
const aboutLead =
  /^(lead|contact|customer|client|prospect|buyer|visitor|coordonnees du client|renseignements)( (details|information|info|contact))?$/

/** Where a mail's own text ends. */
const footer =
  /^(--|__|==|\*\*\*|this (message|e-?mail|enquiry|inquiry|lead) was sent|ce (message|courriel) (a ete|vous)|unsubscribe|se desabonner|view in browser|sent from my|envoye de mon|©|copyright|reply to this)/

const folded = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[\s\u00a0]+/g, ' ')
    .trim()

const MAX_LABEL = 45

const MAX_LINE = 2000

/** A line without what forwarding and bold text put around it. */
function plainLine(line: string): string {
  const text = line.slice(0, MAX_LINE).replace(/^[>\s\u00a0|•·*\-–]+/, '')
  let end = text.length
  while (end > 0 && /[\s|]/.test(text[end - 1] ?? '')) end--
  return text.slice(0, end)
}

interface LabelledLine {
  label: Label
  value: string
}

/** A line such as "Nom : Tremblay", or a label alone; `null` for anything else. */
function labelledLine(line: string): LabelledLine | null {
  const cut = line.slice(0, MAX_LABEL + 5).search(/[:：\t=|]/)
  const name = cut < 0 ? line : line.slice(0, cut)
  if (name.length > MAX_LABEL) return null
  const label = labels.get(folded(name.replace(/[*_]/g, '').replace(/\s*\(.*$/, '')))
  if (!label) return null
  return { label, value: cut < 0 ? '' : line.slice(cut + 1).replace(/^[\s:*_|\u00a0]+/, '') }
}

/** Reads lines with labels, in English or French; values may stand on the line after. `null` when there is no label. */
export function readLabels(text: string): MailFields | null {
  const lines = text.slice(0, MAX_TEXT).split(/\r?\n/).map(plainLine)
  const found = new Map<Label, string>()
  let isAgents = false
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    if (line === '') continue
    const heading = folded(line.replace(/[:*_]+$/, ''))
    if (aboutLead.test(heading) && !hasValueBelow(lines, at)) {
      isAgents = false
      continue
    }
    const labelled = labelledLine(line)
    if (!labelled) continue
    if (labelled.label === 'agent') {
      isAgents = labelled.value === '' || isAgents
      continue
    }
    if (isAgents && labelled.label !== 'message') continue
    const next = labelled.label === 'message' ? messageFrom(lines, at, labelled.value) : valueFrom(lines, at, labelled)
    if (next.value !== '' && !found.has(labelled.label)) found.set(labelled.label, next.value)
    at = next.at
  }
  return found.size === 0 ? null : fieldsOf(found)
}

const nextFilled = (lines: readonly string[], from: number): number => {
  // A label and its value are never far apart: tables have an empty line or two between.
  for (let at = from + 1; at <= Math.min(from + 3, lines.length - 1); at++) if (lines[at] !== '') return at
  return -1
}

const hasValueBelow = (lines: readonly string[], at: number): boolean => {
  const next = nextFilled(lines, at)
  return next > 0 && labelledLine(lines[next] ?? '') === null
}

function valueFrom(lines: readonly string[], at: number, { value }: LabelledLine): { value: string; at: number } {
  if (value !== '') return { value, at }
  const next = nextFilled(lines, at)
  const line = lines[next] ?? ''
  return next < 0 || labelledLine(line) !== null ? { value: '', at } : { value: line, at: next }
}

function messageFrom(lines: readonly string[], from: number, first: string): { value: string; at: number } {
  const said = first === '' ? [] : [first]
  let at = from
  for (let next = from + 1; next < lines.length; next++) {
    const line = lines[next] ?? ''
    if (footer.test(folded(line)) || (line !== '' && labelledLine(line) !== null)) break
    said.push(line)
    at = next
  }
  return { value: said.join('\n').trim(), at }
}

function fieldsOf(found: ReadonlyMap<Label, string>): MailFields {
  const first = found.get('first_name')
  const name = found.get('name')
  // "Nom" is the whole name where there is no "Prénom".
  const whole = name ?? (first === undefined ? found.get('last_name') : undefined)
  const split = whole === undefined ? null : splitName(whole)
  return {
    first_name: first === undefined ? (split?.first_name ?? null) : cleanValue(first),
    last_name: first === undefined ? (split?.last_name ?? null) : cleanValue(found.get('last_name') ?? ''),
    email: emailIn(found.get('email')),
    phone: phoneIn(found.get('phone')),
    mls_number: found.get('mls_number') ?? null,
    address: found.get('address') ?? null,
    price: found.get('price') ?? null,
    message: found.get('message') ?? null,
  }
}
