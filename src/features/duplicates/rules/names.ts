/** First names that stand for each other, folded. */
const circles: readonly (readonly string[])[] = [
  ['alexander', 'alex', 'sasha', 'xander'],
  ['alexandra', 'alex', 'sandra', 'sasha', 'lexi'],
  ['andrew', 'andy', 'drew'],
  ['anthony', 'tony'],
  ['benjamin', 'ben', 'benny'],
  ['catherine', 'katherine', 'kathryn', 'cathy', 'kathy', 'kate', 'katie', 'cate'],
  ['charles', 'charlie', 'chuck'],
  ['christopher', 'chris'],
  ['christina', 'christine', 'chris', 'tina'],
  ['daniel', 'dan', 'danny'],
  ['david', 'dave'],
  ['deborah', 'deb', 'debbie', 'debra'],
  ['donald', 'don', 'donny'],
  ['edward', 'ed', 'eddie', 'ted'],
  ['elizabeth', 'liz', 'beth', 'betty', 'eliza', 'lisa'],
  ['frederick', 'fred', 'freddie'],
  ['gregory', 'greg'],
  ['jacob', 'jake'],
  ['james', 'jim', 'jimmy', 'jamie'],
  ['jennifer', 'jen', 'jenny'],
  ['jessica', 'jess', 'jessie'],
  ['jonathan', 'jon', 'john'],
  ['john', 'jack', 'johnny', 'jon'],
  ['joseph', 'joe', 'joey'],
  ['joshua', 'josh'],
  ['kenneth', 'ken', 'kenny'],
  ['kimberly', 'kim'],
  ['lawrence', 'larry'],
  ['margaret', 'maggie', 'meg', 'peggy', 'marge'],
  ['matthew', 'matt'],
  ['michael', 'mike', 'mick'],
  ['mohammed', 'muhammad', 'mohamed', 'mohammad'],
  ['nathaniel', 'nathan', 'nate'],
  ['nicholas', 'nick', 'nicolas'],
  ['pamela', 'pam'],
  ['patricia', 'pat', 'patty', 'trish'],
  ['patrick', 'pat', 'paddy'],
  ['peter', 'pete'],
  ['philip', 'phillip', 'phil'],
  ['rebecca', 'becky', 'becca'],
  ['richard', 'rick', 'rich', 'dick'],
  ['robert', 'rob', 'bob', 'bobby'],
  ['ronald', 'ron'],
  ['samantha', 'sam'],
  ['samuel', 'sam'],
  ['stephen', 'steven', 'steve'],
  ['susan', 'sue', 'susie', 'suzanne'],
  ['theodore', 'theo', 'ted'],
  ['theresa', 'teresa', 'terry'],
  ['thomas', 'tom', 'tommy'],
  ['timothy', 'tim'],
  ['victoria', 'vicky', 'tori'],
  ['vincent', 'vince'],
  ['william', 'will', 'bill', 'billy', 'liam'],
  ['zachary', 'zach', 'zack'],
]

const shortFor = new Map<string, Set<string>>()
for (const circle of circles)
  for (const name of circle) shortFor.set(name, new Set([...(shortFor.get(name) ?? []), ...circle]))

/** What a first name may also be written as, itself first. */
export const spokenNames = (first: string): string[] => [...new Set([first, ...(shortFor.get(first) ?? [])])]

/** Whether one first name is short for the other, or another spelling of it. */
export const isSpokenAs = (a: string, b: string): boolean => a !== b && (shortFor.get(a)?.has(b) ?? false)
