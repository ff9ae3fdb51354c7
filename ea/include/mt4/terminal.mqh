// MetaTrader 4: its name for itself, and the values it lacks.

const string PLATFORM = "MT4";
const string HISTORY_KIND = "mt4_orders";
/** ERR_FUNCTION_NOT_CONFIRMED: the address is not in the terminal's list. */
const int ADDRESS_NOT_ALLOWED = 4060;

/** MetaTrader 4 keeps all money with two decimals. */
int MoneyDigits()
{
  return 2;
}

/** Accounts of MetaTrader 4 hedge; there is no such property. */
string MarginModeField()
{
  return "";
}

string ServerTimeField()
{
  return "";
}
