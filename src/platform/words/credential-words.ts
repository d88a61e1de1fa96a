const credentialWords =
  /\b(?:auth\s*)?token\b|unauthori[sz]ed|not authori[sz]ed|authori[sz]ation|authenticat|credential|\bapi[\s-]?(?:key|user|client)\b|\b(?:wrong|invalid|incorrect|bad)\b.{0,30}\b(?:password|login|log-in|user ?name)\b|\b(?:password|login|log-in|user ?name)\b.{0,30}\b(?:wrong|invalid|incorrect|mismatch|not match)/i

/** Whether these words say that the platform rejected the company token or the customer's password. */
export const isAboutCredentials = (text: string): boolean => credentialWords.test(text)
