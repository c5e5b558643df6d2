// The jump that a 2019 article takes apart, as an engine for jumpscope. Runs beside the profile smb.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;

class Jumper
{
    // By |x speed| from 0, 9, 16, 25 and 28 on, then in water and in a whirlpool.
    static readonly int[] Rise = {32, 32, 30, 40, 40, 13, 4};
    static readonly int[] Fall = {112, 112, 96, 144, 144, 10, 9};
    static readonly int[] StartSpeed = {-4, -4, -4, -5, -5, -2, -1};
    static readonly int[] StartFraction = {0, 0, 0, 0, 0, 128, 0};
    const int Jumping = 1, Falling = 2, Surface = 20;

    int position, page, subpixel, speed, fraction, gravity, gravityFall;
    int xSpeed, state, origin, swimTimer;
    bool swimming, whirlpool, aBefore;

    public void Seed(int buttons, Dictionary<string, int> v)
    {
        position = v["y_position"];
        page = v["y_page"];
        subpixel = v["y_subpixel"];
        speed = v["y_speed"];
        fraction = v["y_speed_fraction"];
        gravity = v["gravity"];
        gravityFall = v["gravity_fall"];
        state = v["player_state"];
        origin = v["jump_origin_y"];
        swimTimer = v["swim_timer"];
        aBefore = (buttons & 1) != 0;
        Surroundings(v);
    }

    public string Step(int buttons, Dictionary<string, int> v)
    {
        bool a = (buttons & 1) != 0;
        swimTimer = Math.Max(swimTimer - 1, 0);
        bool strokes = swimming && (swimTimer != 0 || speed >= 0);
        if (a && !aBefore && (state == 0 || strokes)) Start();
        if (state == Jumping || state == Falling)
        {
            ChooseGravity(a && aBefore);
            Move();
        }
        aBefore = a;
        Surroundings(v);
        return "y_position=" + position + " y_page=" + page + " y_subpixel=" + subpixel + " y_speed=" + speed +
               " y_speed_fraction=" + fraction + " gravity=" + gravity + " gravity_fall=" + gravityFall;
    }

    void Surroundings(Dictionary<string, int> v)
    {
        xSpeed = v["x_speed_abs"];
        swimming = v["swimming"] != 0;
        whirlpool = v["whirlpool"] != 0;
    }

    void Start()
    {
        int tier = new[] {9, 16, 25, 28}.Count(from => from <= xSpeed);
        if (swimming) tier = whirlpool ? 6 : 5;
        swimTimer = 32;
        state = Jumping;
        origin = position;
        subpixel = 0;
        gravity = Rise[tier];
        gravityFall = Fall[tier];
        speed = swimming && position < Surface ? 0 : StartSpeed[tier];
        fraction = StartFraction[tier];
    }

    void ChooseGravity(bool held)
    {
        int risen = (origin - position) & 255;
        if (state == Falling || speed >= 0 || (!held && risen >= 1)) gravity = gravityFall;
        if (state == Jumping && swimming && position < Surface) gravity = 24;
    }

    void Move()
    {
        int place = page * 65536 + position * 256 + subpixel + speed * 256 + fraction;
        page = place >> 16 & 255;
        position = place >> 8 & 255;
        subpixel = place & 255;
        int faster = speed * 256 + fraction + gravity;
        speed = faster >> 8;
        fraction = faster & 255;
        if (speed >= 4 && fraction >= 128)
        {
            speed = 4;
            fraction = 0;
        }
    }
}

static class Program
{
    static void Main()
    {
        var jumper = new Jumper();
        var output = new StreamWriter(Console.OpenStandardOutput());
        for (string line; (line = Console.ReadLine()) != null;)
        {
            string[] words = line.Split(' ');
            if (words[0] == "begin")
            {
                output.WriteLine("ready computes=y_position,y_page,y_subpixel,y_speed,y_speed_fraction,gravity," +
                                 "gravity_fall reads=x_speed_abs,swimming,whirlpool,player_state,jump_origin_y,swim_timer");
                output.Flush();
            }
            if (words[0] != "seed" && words[0] != "frame") continue;
            var values = words.Skip(1).Select(word => word.Split('=')).ToDictionary(p => p[0], p => int.Parse(p[1]));
            if (words[0] == "seed") jumper.Seed(values["buttons"], values);
            else output.WriteLine(jumper.Step(values["buttons"], values));
        }
        output.Flush();
    }
}
