import type { Behaviour } from './description.ts'
import type { Random } from './random.ts'

/** Chooses what the platform does, apart from the format of its answers. */
export function drawBehaviour(random: Random): Behaviour {
  return {
    duplicateUserids: random.weigh({ refused: 3, permitted: 2 }),
    duplicateRead: random.weigh({ first: 1, last: 1, all: 1 }),
    doesUuidBind: random.chance(0.75),
    sameDevice: random.weigh({ refused: 1, 'listed-once': 2, 'listed-twice': 1 }),
    deviceElsewhere: random.weigh({ refused: 2, moved: 1, shared: 1 }),
    sameMacAtHostname: random.weigh({ refused: 1, 'listed-once': 2, 'listed-twice': 1 }),
    macAtOtherHostname: random.weigh({ refused: 1, moved: 1, shared: 1 }),
    isSerialTakenAsMac: random.chance(0.5),
    deviceLimit: random.pick([0, 0, 1, 2, 5]),
    renewalFlag: random.weigh({ honoured: 2, ignored: 1 }),
    lapsedFrom: random.weigh({ end: 1, today: 1 }),
    monthEnd: random.weigh({ clamp: 4, overflow: 1, 'end-stays-end': 1, 'thirty-days': 1 }),
    renewalOfDisabled: random.weigh({ done: 3, refused: 1 }),
    repeatedStatus: random.weigh({ done: 3, refused: 2 }),
    changeToSame: random.weigh({ done: 3, refused: 1 }),
    newStatus: random.weigh({ active: 2, pending: 1 }),
    renewalService: random.weigh({ crmServices: 3, crmService: 1, either: 2 }),
    getCustomerParameters: random.weigh({ query: 3, body: 1, either: 2 }),
    passwordOnChanges: random.weigh({ never: 2, 'when-sent': 2, always: 2 }),
    passwordOnReads: random.weigh({ never: 3, 'when-sent': 2, always: 1 }),
    mappingOnIdentity: random.weigh({ ignored: 3, 'must-match': 1 }),
    strictness: random.weigh({ all: 2, essential: 1 }),
    generatedUserid: random.weigh({ digits: 2, letters: 1, guid: 1 }),
  }
}
