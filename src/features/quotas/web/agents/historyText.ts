import type { HistoryEntry } from '../../contract/agents.ts'

/** A line of an agent's history: "Up from 2 to 3: conversion 1.6 %". */
export function historyText({ kind, from_rung: from, to_rung: to, version, reason }: HistoryEntry): string {
  const because = reason === '' ? '' : `: ${reason}`
  switch (kind) {
    case 'climbed':
      return `Up from ${from} to ${to}${because}`
    case 'stepped back':
      return `Back from ${from} to ${to}${because}`
    case 'lifted':
      return `Put from ${from} on ${to}${because}`
    case 'override':
      return `${to === null ? 'Override with own limits' : `Override to rung ${to}`}${because}`
    case 'override ended':
      return `Override ended${because}`
    case 'rules changed':
      return `From ${from} to ${to}${because}`
    case 'version':
      return `Rules version ${version}, rung kept`
  }
}
