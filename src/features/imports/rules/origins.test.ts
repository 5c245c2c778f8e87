import { describe, expect, it } from 'vitest'
import { recognizeFile, statusesOf } from './origins.ts'
import { readRow } from './row.ts'

const now = new Date('2026-05-01T00:00:00Z')
const recognized = (header: string) => {
  const headers = header.split(',')
  const { mapping, ...rest } = recognizeFile(headers, [])
  return { ...rest, fields: Object.fromEntries(headers.map((name, at) => [name, mapping[at]])) }
}

describe('the files that a product writes', () => {
  it('of Follow Up Boss are told apart: people, notes, calls, texts and tasks', () => {
    expect(recognized('ID,Name,First Name,Last Name,Stage,Assigned To,Email 1,Phone 1,Date Added')).toMatchObject({
      origin: 'Follow Up Boss',
      holds: 'people',
      fields: { ID: 'external_id', Stage: 'status', 'Assigned To': 'agent', 'Date Added': 'created_at' },
    })
    expect(recognized('ID,Person ID,Subject,Body,Created By,Created')).toMatchObject({
      holds: 'history',
      entry_kind: 'note',
      fields: { ID: null, 'Person ID': 'external_id', Body: 'body', Created: 'happened_at', 'Created By': 'author' },
    })
    expect(recognized('personId,isIncoming,duration,outcome,note,created')).toMatchObject({
      origin: 'Follow Up Boss',
      entry_kind: 'call',
      fields: { isIncoming: 'direction', outcome: 'outcome', note: 'body' },
    })
    expect(recognized('Person ID,Is Incoming,Message,Created')).toMatchObject({ entry_kind: 'text' })
    expect(recognized('Person ID,Name,Type,Due Date,Is Completed')).toMatchObject({
      entry_kind: 'task',
      fields: { Name: 'subject', 'Due Date': 'due_at', 'Is Completed': 'done' },
    })
  })

  it('of HubSpot are told apart, and its record ids are the ids of people', () => {
    expect(recognized('Record ID,First Name,Last Name,Email,Contact owner,Lead Status,Create Date')).toMatchObject({
      origin: 'HubSpot',
      holds: 'people',
      fields: { 'Record ID': 'external_id', 'Lead Status': 'status' },
    })
    expect(recognized('Record ID,Note body,Activity date,Associated Contact IDs')).toMatchObject({
      entry_kind: 'note',
      fields: { 'Record ID': null, 'Note body': 'body', 'Associated Contact IDs': 'external_id' },
    })
    expect(recognized('Record ID,Call title,Call outcome,Activity date,Associated Contact')).toMatchObject({
      entry_kind: 'call',
    })
    expect(recognized('Record ID,Task title,Task status,Due date')).toMatchObject({ entry_kind: 'task' })
  })

  it('of Twenty are known in the spelling of either version, with the parts of names, addresses and numbers', () => {
    const parts = { 'Name FirstName': 'first_name', 'Emails PrimaryEmail': 'email', Id: 'external_id' }
    expect(
      recognized(
        'Id,Name FirstName,Name LastName,Emails PrimaryEmail,Phones PrimaryPhoneNumber,Phones PrimaryPhoneCallingCode',
      ),
    ).toMatchObject({ origin: 'Twenty', holds: 'people', fields: parts })
    expect(
      recognized('Id,Name / First Name,Name / Last Name,Emails / Primary Email,Phones / Primary Phone Calling Code'),
    ).toMatchObject({
      origin: 'Twenty',
      fields: { 'Name / Last Name': 'last_name', 'Phones / Primary Phone Calling Code': 'phone_code' },
    })
  })

  it('of BoldTrail, Lofty and Sierra bring ids that their histories name people by', () => {
    expect(recognized('Contact ID,First Name,Email,Cell Phone 1,Deal Type').fields['Contact ID']).toBe('external_id')
    expect(recognized('Lead ID,First Name,Pipeline,Segment,Email').fields['Lead ID']).toBe('external_id')
    expect(recognized('Lead ID,First Name,Email,Visits').fields['Lead ID']).toBe('external_id')
    expect(recognized('Contact ID,Activity Type,Activity Date,Details')).toMatchObject({
      origin: 'BoldTrail (kvCORE)',
      holds: 'history',
    })
    expect(recognized('Lead ID,Activity Type,Content,Create Time')).toMatchObject({
      origin: 'Lofty (Chime)',
      holds: 'history',
    })
    expect(recognized('Lead ID,Note Type,Note,Note Date')).toMatchObject({
      origin: 'Sierra Interactive',
      holds: 'history',
    })
  })
})

it('takes a file of anybody for a history by its words, and a list of people with notes for people', () => {
  expect(recognized('Email,Activity Type,Date,Notes')).toMatchObject({
    origin: null,
    holds: 'history',
    fields: { Email: 'email', 'Activity Type': 'entry_kind', Date: 'happened_at', Notes: 'body' },
  })
  expect(recognized('Name,Email,Date added,Notes')).toMatchObject({ holds: 'people' })
})

it('is not misled by a column that is called like a property of every object', () => {
  expect(recognized('constructor,Email')).toMatchObject({ fields: { constructor: null, Email: 'email' } })
})

it('knows the stages of a product that nobody else has', () => {
  const mapping = ['email', 'status'] as const
  const statusIn = (origin: string, stage: string) => {
    const reading = readRow(['a@example.test', stage], mapping, {
      now,
      onInvalid: 'fail',
      statuses: statusesOf(origin),
    })
    return 'person' in reading ? reading.person.status_value : null
  }
  expect(statusIn('Follow Up Boss', 'Met with customer')).toBe(6)
  expect(statusIn('BoldTrail (kvCORE)', 'Archive')).toBe(0)
  expect(statusIn('Sierra Interactive', 'Prime')).toBe(5)
})

it('keeps the columns that became nothing, by their names, when that is chosen', () => {
  const reading = readRow(
    ['a@example.test', 'Blue', '', '["b@example.test"]', '4159095555', '+1'],
    ['email', null, null, 'email', 'phone', 'phone_code'],
    {
      now,
      onInvalid: 'fail',
      kept: ['Email', 'Door colour', 'Empty', 'More', 'Phone', 'Code'],
    },
  )
  expect(reading).toMatchObject({
    person: { note: 'Also: b@example.test\nDoor colour: Blue', phone: '+14159095555' },
    warnings: [],
  })
})
