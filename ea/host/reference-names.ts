import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const runtime = fileURLToPath(new URL('runtime', import.meta.url))

/** Every function that sends, changes or closes an order, and their structures and constants. */
export const trading =
  /^(OrderSend|OrderSendAsync|OrderClose|OrderCloseBy|OrderModify|OrderDelete|OrderCheck|CTrade|MqlTrade\w+|TRADE_ACTION_\w+)$/

/**
 * Names of MQL4's and MQL5's functions and variables that the host does not offer: a source that declares one would compile here, and clash
 * with MetaEditor's own or hide it.
 */
const others = `
  Ask Bars Bid Close Digits High Low Open Point Time Volume Period Predefined _AppliedTo _Digits _Period _Point _RandomSeed _StopFlag _Symbol
  _UninitReason _IsX64 CheckPointer DebugBreak GetPointer ExpertRemove MessageBox PeriodSeconds PlaySound ResourceCreate ResourceFree
  ResourceReadImage ResourceSave SendFTP SendMail SendNotification SetReturnError SetUserError TerminalClose TesterDeposit TesterHideIndicators
  TesterStatistics TesterStop TesterWithdrawal TranslateKey ZeroMemory CryptEncode CryptDecode ArrayBsearch ArrayCompare ArrayDimension
  ArrayFill ArrayGetAsSeries ArrayInsert ArrayIsSeries ArrayMaximum ArrayMinimum ArrayPrint ArrayRange ArrayRemove ArrayReverse
  ArraySetAsSeries ArrayCopyRates ArrayCopySeries CharArrayToStruct StructToCharArray ColorToARGB ColorToString EnumToString
  ShortArrayToString StringConcatenate StringToColor StringToShortArray StringToDouble StringBufferLen StringGetChar StringSetChar StringFill
  StringInit StringReserve StringSetLength StringTrimLeft StringTrimRight CharToStr DoubleToStr StrToDouble StrToInteger StrToTime TimeToStr
  MathArccos MathArccosh MathArcsin MathArcsinh MathArctan MathArctan2 MathArctanh MathClassify MathCos MathCosh MathExp MathExpm1 MathLog1p
  MathSin MathSinh MathSwap MathTan MathTanh MathRandom Day DayOfWeek DayOfYear Hour Minute Month Seconds Year TimeDay TimeDayOfWeek
  TimeDayOfYear TimeDaylightSavings TimeGMTOffset TimeHour TimeMinute TimeMonth TimeSeconds TimeYear StructToTime AccountFreeMarginCheck
  AccountFreeMarginMode AccountName AccountStopoutLevel AccountStopoutMode IsDemo IsDllsAllowed IsExpertEnabled IsLibrariesAllowed
  IsOptimization IsTradeAllowed IsTradeContextBusy IsVisualMode TerminalCompany TerminalName TerminalPath MQLSetInteger TerminalInfoDouble
  WindowExpertName WindowFind WindowHandle WindowIsVisible WindowOnDropped WindowBarsPerChart WindowFirstVisibleBar WindowPriceMax
  WindowPriceMin WindowPriceOnDropped WindowRedraw WindowScreenShot WindowTimeOnDropped WindowsTotal WindowXOnDropped WindowYOnDropped HideTestIndicators
  RefreshRates UninitializeReason GetTickCount GetMicrosecondCount SeriesInfoInteger CopyBuffer CopyClose CopyHigh CopyLow CopyOpen CopyRates
  CopyRealVolume CopySeries CopySpread CopyTickVolume CopyTicks CopyTicksRange CopyTime IndicatorCreate IndicatorParameters IndicatorRelease
  BarsCalculated iBars iBarShift iClose iHigh iHighest iLow iLowest iOpen iRealVolume iSpread iTickVolume iTime iVolume iAC iAD iADX iAlligator
  iAO iATR iBands iBearsPower iBullsPower iBWMFI iCCI iCustom iDeMarker iEnvelopes iForce iFractals iGator iIchimoku iMA iMACD iMFI iMomentum
  iOBV iOsMA iRSI iRVI iSAR iStdDev iStochastic iWPR IndicatorBuffers IndicatorCounted IndicatorDigits IndicatorSetDouble IndicatorSetInteger
  IndicatorSetString IndicatorShortName PlotIndexGetInteger PlotIndexSetDouble PlotIndexSetInteger PlotIndexSetString SetIndexArrow
  SetIndexBuffer SetIndexDrawBegin SetIndexEmptyValue SetIndexLabel SetIndexShift SetIndexStyle SetLevelStyle SetLevelValue MarketBookAdd
  MarketBookGet MarketBookRelease SymbolExist SymbolInfoMarginRate SymbolInfoSessionQuote SymbolInfoSessionTrade SymbolInfoString
  SymbolInfoTick SymbolIsSynchronized SymbolName SymbolSelect SymbolsTotal HistoryOrderGetDouble HistoryOrderGetInteger
  HistoryOrderGetString HistoryOrderGetTicket HistoryOrderSelect HistoryOrdersTotal HistoryTotal OrderPrint OrderCalcMargin OrderCalcProfit
  PositionSelect PositionGetSymbol GlobalVariableName GlobalVariablesDeleteAll GlobalVariablesFlush GlobalVariablesTotal FileClose FileCopy
  FileDelete FileFindClose FileFindFirst FileFindNext FileFlush FileGetInteger FileIsEnding FileIsExist FileIsLineEnding FileLoad FileMove
  FileOpen FileOpenHistory FileReadArray FileReadBool FileReadDatetime FileReadDouble FileReadFloat FileReadInteger FileReadLong
  FileReadNumber FileReadString FileReadStruct FileSave FileSeek FileSelectDialog FileSize FileTell FileWrite FileWriteArray FileWriteDouble
  FileWriteFloat FileWriteInteger FileWriteLong FileWriteString FileWriteStruct FolderClean FolderCreate FolderDelete ChartApplyTemplate
  ChartClose ChartFirst ChartGetDouble ChartGetInteger ChartGetString ChartIndicatorAdd ChartIndicatorDelete ChartIndicatorGet
  ChartIndicatorName ChartIndicatorsTotal ChartNavigate ChartNext ChartOpen ChartPeriod ChartPriceOnDropped ChartSaveTemplate ChartScreenShot
  ChartSetDouble ChartSetInteger ChartSetString ChartSetSymbolPeriod ChartSymbol ChartTimeOnDropped ChartTimePriceToXY ChartWindowFind
  ChartWindowOnDropped ChartXOnDropped ChartXYToTimePrice ChartYOnDropped ObjectCreate ObjectDelete ObjectDescription ObjectFind ObjectGet
  ObjectGetDouble ObjectGetFiboDescription ObjectGetInteger ObjectGetShiftByValue ObjectGetString ObjectGetTimeByValue ObjectGetValueByShift
  ObjectGetValueByTime ObjectMove ObjectName ObjectSet ObjectSetDouble ObjectSetFiboDescription ObjectSetInteger ObjectSetString ObjectSetText
  ObjectType ObjectsDeleteAll ObjectsTotal TextGetSize TextOut TextSetFont EventChartCustom SignalBaseGetDouble SignalBaseSelect
  SignalBaseTotal SignalSubscribe SignalUnsubscribe FrameAdd FrameFirst FrameNext ParameterGetRange ParameterSetRange CalendarCountries
  CalendarValueHistory CalendarValueLast DatabaseOpen DatabaseClose DatabaseExecute DatabasePrepare DatabaseRead SocketCreate SocketClose
  SocketConnect SocketRead SocketSend SocketTlsHandshake OnBookEvent OnCalculate OnChartEvent OnStart OnTester OnTesterDeinit OnTesterInit
  OnTesterPass OnTradeTransaction`

/** Every function, variable, constant and type of the reference that the host implements or that this list names. */
export const referenceNames: ReadonlySet<string> = new Set([...others.trim().split(/\s+/), ...offered()])

/** The names that the headers of the runtime declare: all that begin with a capital, longer than those of template parameters. */
function offered(): string[] {
  return readdirSync(runtime).flatMap((name) => {
    const code = readFileSync(`${runtime}/${name}`, 'utf8').replace(/\/\/[^\n]*|"(?:\\.|[^"\\\n])*"/g, ' ')
    return code.match(/\b_?[A-Z]\w+\b/g) ?? []
  })
}
