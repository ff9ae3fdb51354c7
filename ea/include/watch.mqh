// The observations between two accepted syncs: the extremes of equity, and snapshots that could not be sent.

const int POINTS_KEPT = 288;

double g_equity_low = 0.0;
double g_equity_high = 0.0;
bool g_equity_seen = false;

/** The terminal has its broker, and its amounts and history have come: before that they are 0, or from the last connection. */
bool g_connected = false;
bool g_settled = false;

/** Missed snapshots, oldest first. */
struct MissedPoint
{
  long time;
  double balance;
  double equity;
};

MissedPoint g_points[];

void ClearWatched()
{
  g_equity_seen = false;
  ArrayResize(g_points, 0);
}

void WatchEquity()
{
  double equity = AccountInfoDouble(ACCOUNT_EQUITY);
  if (!g_connected || !g_settled || !MathIsValidNumber(equity))
    return;
  if (!g_equity_seen || equity < g_equity_low)
    g_equity_low = equity;
  if (!g_equity_seen || equity > g_equity_high)
    g_equity_high = equity;
  g_equity_seen = true;
}

/** Stores the present state as a missed snapshot; without a quote (weekend) there is nothing new. */
void KeepPoint()
{
  long time = (long)TimeCurrent();
  double balance = AccountInfoDouble(ACCOUNT_BALANCE);
  double equity = AccountInfoDouble(ACCOUNT_EQUITY);
  int count = ArraySize(g_points);
  if (!MathIsValidNumber(balance) || !MathIsValidNumber(equity) || (count > 0 && g_points[count - 1].time == time))
    return;
  if (count < POINTS_KEPT)
  {
    count++;
    ArrayResize(g_points, count);
  }
  else
  {
    for (int i = 1; i < count; i++)
      g_points[i - 1] = g_points[i];
  }
  g_points[count - 1].time = time;
  g_points[count - 1].balance = balance;
  g_points[count - 1].equity = equity;
}

/** Left out without an observation: a terminal that lost its broker knows no extremes. */
string ExtremesFields()
{
  return g_equity_seen ? ",\"equity_low\":" + Money(g_equity_low) + ",\"equity_high\":" + Money(g_equity_high) : "";
}

string PointsList()
{
  string items = "";
  for (int i = 0; i < ArraySize(g_points); i++)
    items += (i == 0 ? "[" : ",[") + IntegerToString(g_points[i].time) + "," + Money(g_points[i].balance) + "," + Money(g_points[i].equity) + "]";
  return items;
}
