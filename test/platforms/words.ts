import type { FlagManner } from './description.ts'
import type { Tongue } from './names.ts'
import type { TrueStatus } from './platform.ts'

/** Flags in any language: phpIPAM, WHM (1 and 0), Ministra (OK, ERROR), WHMCS, Huawei (codes of zeros), NetGSM ("00"), Kannel. */
const flagsAnywhere: readonly FlagManner[] = [
  { kind: 'outcome', yes: true, no: false },
  { kind: 'outcome', yes: true, no: false },
  { kind: 'outcome', yes: 1, no: 0 },
  { kind: 'outcome', yes: '1', no: '0' },
  { kind: 'outcome', yes: 'true', no: 'false' },
  { kind: 'outcome', yes: 'True', no: 'False' },
  { kind: 'outcome', yes: 'Y', no: 'N' },
  { kind: 'outcome', yes: 'T', no: 'F' },
  { kind: 'outcome', yes: 'ok', no: 'error' },
  { kind: 'outcome', yes: 'OK', no: 'ERROR' },
  { kind: 'outcome', yes: 'OK', no: 'NOK' },
  { kind: 'outcome', yes: 'OK', no: 'KO' },
  { kind: 'outcome', yes: 'success', no: 'error' },
  { kind: 'outcome', yes: 'success', no: 'failed' },
  { kind: 'outcome', yes: 'SUCCESS', no: 'FAILURE' },
  { kind: 'outcome', yes: 'S', no: 'E' },
  { kind: 'outcome', yes: 'ACK', no: 'NACK' },
  { kind: 'outcome', yes: 'pass', no: 'fail' },
  { kind: 'outcome', yes: 'COMPLETED', no: 'REJECTED' },
  { kind: 'code', yes: 0, no: 1 },
  { kind: 'code', yes: 0, no: -1 },
  { kind: 'code', yes: '0', no: '17' },
  { kind: 'code', yes: '00', no: '99' },
  { kind: 'code', yes: '000000', no: '100001' },
  { kind: 'code', yes: 200, no: 400 },
  { kind: 'code', yes: 'S000', no: 'E100' },
  { kind: 'inverted', yes: false, no: true },
  { kind: 'inverted', yes: 0, no: 1 },
  { kind: 'inverted', yes: 'none', no: 'yes' },
]

/** Flags as words of a language. */
const flagsOf: Readonly<Partial<Record<Tongue, readonly (readonly [string, string])[]>>> = {
  de: [
    ['ja', 'nein'],
    ['erfolgreich', 'fehler'],
  ],
  es: [
    ['si', 'no'],
    ['exito', 'error'],
  ],
  fr: [
    ['oui', 'non'],
    ['succes', 'echec'],
  ],
  pt: [
    ['sim', 'nao'],
    ['sucesso', 'erro'],
  ],
  it: [['positivo', 'negativo']],
  nl: [
    ['ja', 'nee'],
    ['gelukt', 'mislukt'],
  ],
  tr: [
    ['evet', 'hayir'],
    ['basarili', 'hata'],
  ],
  pl: [
    ['tak', 'nie'],
    ['sukces', 'blad'],
  ],
  ru: [
    ['да', 'нет'],
    ['uspeshno', 'oshibka'],
  ],
  id: [
    ['ya', 'tidak'],
    ['sukses', 'gagal'],
  ],
  sw: [['ndiyo', 'hapana']],
  ar: [['naam', 'la']],
}

/** The flags that a platform in this language may use. */
export function flagsFor(tongue: Tongue): readonly FlagManner[] {
  const own = (flagsOf[tongue] ?? []).map(([yes, no]): FlagManner => ({ kind: 'outcome', yes, no }))
  return [...flagsAnywhere, ...own, ...own, ...own]
}

type StatusWords = readonly [
  active: string | number,
  expired: string | number,
  pending: string | number,
  disabled: string | number,
  trial: string | number,
]

/** Statuses in other words, as numbers, or as letters. */
const statusesAnywhere: readonly StatusWords[] = [
  ['Active', 'Expired', 'Pending', 'Disabled', 'Trial'],
  ['active', 'expired', 'pending', 'disabled', 'trial'],
  ['ACTIVE', 'EXPIRED', 'PENDING', 'DISABLED', 'TRIAL'],
  [1, 2, 0, 3, 4],
  [0, 1, 2, 3, 4],
  ['1', '2', '3', '4', '5'],
  [10, 20, 30, 40, 50],
  ['A', 'E', 'P', 'D', 'T'],
  ['A', 'X', 'N', 'S', 'F'],
  // WHMCS and cPanel, Xtream-like panels, Splynx, Chargebee, Zuora, Huawei, RADIUS panels.
  ['Active', 'Terminated', 'Pending', 'Suspended', 'Free Trial'],
  ['Enabled', 'Expired', 'Not started', 'Banned', 'Demo'],
  ['active', 'inactive', 'new', 'blocked', 'test'],
  ['active', 'non_renewing', 'future', 'paused', 'in_trial'],
  ['ACTIVE', 'LAPSED', 'PENDING_ACTIVATION', 'BARRED', 'EVALUATION'],
  ['Online', 'Out of date', 'Awaiting first login', 'Locked', 'Probation'],
  ['in service', 'ended', 'ordered', 'on hold', 'trying out'],
]

const statusesOf: Readonly<Partial<Record<Tongue, readonly StatusWords[]>>> = {
  de: [['aktiv', 'abgelaufen', 'ausstehend', 'gesperrt', 'Test']],
  es: [['activo', 'vencido', 'pendiente', 'suspendido', 'prueba']],
  fr: [['actif', 'expiré', 'en attente', 'suspendu', 'essai']],
  pt: [['ativo', 'vencido', 'pendente', 'bloqueado', 'teste']],
  it: [['attivo', 'scaduto', 'in attesa', 'sospeso', 'prova']],
  nl: [['actief', 'verlopen', 'in afwachting', 'geblokkeerd', 'proef']],
  tr: [['aktif', 'süresi doldu', 'beklemede', 'pasif', 'deneme']],
  pl: [['aktywny', 'wygasły', 'oczekujący', 'zablokowany', 'próbny']],
  ru: [
    ['активен', 'истёк', 'ожидает', 'заблокирован', 'пробный'],
    ['aktiven', 'istek', 'ozhidaet', 'otklyuchen', 'probnyy'],
  ],
  id: [['aktif', 'kedaluwarsa', 'menunggu', 'nonaktif', 'uji coba']],
  sw: [['hai', 'imeisha', 'inasubiri', 'imefungwa', 'majaribio']],
  ar: [
    ['نشط', 'منتهي', 'معلق', 'موقوف', 'تجريبي'],
    ['nashit', 'muntahi', 'muallaq', 'mawquf', 'tajribi'],
  ],
}

/** The words for the five statuses that a platform in this language may use. */
export function statusesFor(tongue: Tongue): readonly Readonly<Record<TrueStatus, string | number>>[] {
  const own = statusesOf[tongue] ?? []
  return [...statusesAnywhere, ...own, ...own, ...own, ...own].map(([Active, Expired, Pending, Disabled, Trial]) => ({
    Active,
    Expired,
    Pending,
    Disabled,
    Trial,
  }))
}
