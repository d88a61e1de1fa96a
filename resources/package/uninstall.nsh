; Setdesk makes itself the program for its links at its first start. The uninstaller does not know of that by itself.
!macro customUnInstall
  ; An update removes the version before with this as well. The new version still opens links.
  ${ifNot} ${isUpdated}
    ; Another copy of Setdesk may open the links by now. They stay with it.
    StrCpy $R0 '"$INSTDIR\'
    StrLen $R1 $R0
    ReadRegStr $R2 HKCU "Software\Classes\setdesk\shell\open\command" ""
    StrCpy $R2 $R2 $R1
    ${if} $R2 == $R0
      DeleteRegKey HKCU "Software\Classes\setdesk"
    ${endIf}
  ${endIf}
!macroend
